package tessera.demo.control.container;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.api.kubelet.ContainerLogSource.SourceLine;
import tessera.demo.fixture.plan.SeededRandom;

/** All that one run of a container writes. Each line follows from the run and its number alone. */
record RunJournal(ContainerRun run, LogVoice voice, LogPhrase phrase) {

    private static final Duration BETWEEN_FIRST = Duration.ofMillis(230);
    /** Between moments of lines that are not all the same, a part of the pause is left to chance. */
    private static final int UNEVEN = 400;
    private static final SeededRandom MINT = new SeededRandom(1);
    /** After so many lines, a file of them is put away and no longer shown, as a kubelet does for size. */
    private static final long FILE = 2000;

    /** The first line that is still kept at a moment. */
    long firstKept(Instant now) {
        return Math.max(0, (count(now) / FILE - 1) * FILE);
    }

    /** How many lines are written up to a moment, farewell excepted. */
    long count(Instant now) {
        var end = run.finished() != null && run.finished().isBefore(now) ? run.finished() : now;
        var open = Duration.between(run.started(), end);
        if (open.isNegative()) {
            return 0;
        }
        long guess = Math.min(voice.opening().size(), open.dividedBy(BETWEEN_FIRST) + 1);
        if (guess == voice.opening().size() && voice.every() > 0 && !voice.lines().isEmpty()) {
            guess += Math.max(0, open.minus(opening()).dividedBy(pause()));
        }
        while (guess > 0 && at(guess - 1).isAfter(end)) {
            guess--;
        }
        return guess;
    }

    /** Whether there is a line of that number if the run lasts long enough. */
    boolean has(long number) {
        return number < voice.opening().size() || (voice.every() > 0 && !voice.lines().isEmpty());
    }

    Instant at(long number) {
        int first = voice.opening().size();
        if (number < first) {
            return run.started().plus(BETWEEN_FIRST.multipliedBy(number)).plusNanos(spread(number) * 100_129L);
        }
        long index = number - first;
        return run.started().plus(opening()).plus(pause().multipliedBy(index + 1))
                .plusNanos(pause().toNanos() / 1000 * spread(number));
    }

    private int spread(long number) {
        return MINT.number(run.id() + "@" + number, UNEVEN);
    }

    private Duration opening() {
        return BETWEEN_FIRST.multipliedBy(voice.opening().size());
    }

    private Duration pause() {
        return Duration.ofNanos((long) (voice.every() * 1_000_000_000));
    }

    SourceLine line(long number) {
        int first = voice.opening().size();
        var at = at(number);
        if (number < first) {
            return new SourceLine(at, phrase.fill(voice.opening().get((int) number), run.id(), number, at));
        }
        long index = number - first;
        var text = voice.lines().get((int) (index % voice.lines().size()));
        return new SourceLine(at, phrase.fill(text, run.id(), index + 1, at));
    }

    /** What it says at its end; one that is killed says nothing. */
    List<SourceLine> farewell() {
        var finished = run.finished();
        var lines = new ArrayList<SourceLine>();
        if (finished != null && run.exitCode() < 128) {
            var words = run.exitCode() == 0 ? voice.closing() : voice.failing();
            for (var word : words) {
                var at = finished.plusNanos(lines.size() * 1_300_000L);
                lines.add(new SourceLine(at, phrase.fill(word, run.id(), lines.size(), at)));
            }
        }
        return lines;
    }
}
