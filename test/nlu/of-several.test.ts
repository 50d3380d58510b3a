import { meanAlike } from './mean-alike.js';

/** Turns of one conversation, as somebody says them for himself, and for others, too. */
const conversations = {
  'product-search': [
    ['show me jackets i mean coats', 'show us jackets we mean coats'],
    ['i need a birthday gift for my wife', 'we need a birthday gift for our wife'],
    ['i have fifty dollars to spend', 'we have fifty dollars to spend'],
    ['show me more results', 'show us more results'],
    ["i'll take it", "we'll take it"],
    ['can i get a refund for my shoes', 'can we get a refund for our shoes'],
  ],
  'coffee-bar': [
    ["i'd like two lattes and a muffin", "we'd like two lattes and a muffin"],
    ["i'm allergic to nuts", "we're allergic to nuts"],
    ["that's wrong i said a mocha", "that's wrong we said a mocha"],
    ['i have my own cup', 'we have our own cup'],
  ],
  'home-control': [
    ['wake me up in twenty minutes', 'wake us up in twenty minutes'],
    ["i'd like the bedroom nice and warm", "we'd like the bedroom nice and warm"],
    ['what reminders do i have', 'what reminders do we have'],
    ['cancel all my alarms', 'cancel all our alarms'],
    ['did you hear me', 'did you hear us'],
  ],
};

meanAlike('who speaks for several wants the same', conversations);
