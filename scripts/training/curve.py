"""Draws the learning curve of one run from its log as an SVG picture (no drawing library needed).

    python curve.py --log WORK/checkpoints/main/log.jsonl [--log ...] --output models/default/learning-curve.svg
"""
import argparse
import json
from pathlib import Path

COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"]
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 860, 440, 60, 30, 250, 50


def read_log(paths):
    """Evaluations [(hours, {set: PER})] and losses [(hours, loss)] over the hours of audio seen."""
    evaluations, losses = [], []
    for path in paths:
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            if "evaluation" in entry:
                evaluations.append((entry["seconds"] / 3600, entry["evaluation"]["per_ema"]))
            elif "loss" in entry:
                losses.append((entry["seconds"] / 3600, entry["loss"]))
    return sorted(evaluations, key=lambda e: e[0]), sorted(losses)


def smooth(points, window=10):
    return [(points[i][0], sum(p[1] for p in points[max(0, i - window) : i + 1]) / (i + 1 - max(0, i - window)))
            for i in range(len(points))]


def path_of(points, x, y):
    return "M" + " L".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)


def draw(evaluations, losses):
    hours = max([e[0] for e in evaluations] + [l[0] for l in losses] + [0.1])
    top = max((v for _, e in evaluations for v in e.values()), default=100)
    top = 10 * (int(top / 10) + 1)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(h):
        return LEFT + width * h / hours

    def y(per):
        return TOP + height * (1 - per / top)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
           f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for per in range(0, top + 1, 10):
        out.append(f'<path d="M{LEFT},{y(per):.1f} h{width}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 8}" y="{y(per) + 4:.1f}" text-anchor="end">{per}</text>')
    for i in range(6):
        h = hours * i / 5
        out.append(f'<text x="{x(h):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{h:.1f}</text>')
    out.append(f'<text x="{LEFT + width / 2}" y="{HEIGHT - 10}" text-anchor="middle">hours of audio seen</text>'
               f'<text x="{LEFT}" y="{TOP - 10}">phone error rate, per cent (speakers not trained on)</text>')
    names = sorted({name for _, e in evaluations for name in e})
    for i, name in enumerate(names):
        points = [(h, e[name]) for h, e in evaluations if name in e]
        colour, label = COLOURS[i % len(COLOURS)], TOP + 14 + 20 * i
        out.append(f'<path d="{path_of(points, x, y)}" fill="none" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{WIDTH - RIGHT + 16}" y="{label}" fill="{colour}">{name} {points[-1][1]:.1f}</text>')
    if losses:
        scale = top / (1.1 * max(v for _, v in smooth(losses)))
        points = [(h, v * scale) for h, v in smooth(losses)]
        out.append(f'<path d="{path_of(points, x, y)}" fill="none" stroke="#999" stroke-dasharray="3 3"/>'
                   f'<text x="{WIDTH - RIGHT + 16}" y="{TOP + 14 + 20 * len(names)}" fill="#777">'
                   f'training loss {smooth(losses)[-1][1]:.3f} a frame (own scale)</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", type=Path, action="append", required=True)
    parser.add_argument("--output", type=Path, default=Path("learning-curve.svg"))
    arguments = parser.parse_args()
    arguments.output.write_text(draw(*read_log(arguments.log)))


if __name__ == "__main__":
    main()
