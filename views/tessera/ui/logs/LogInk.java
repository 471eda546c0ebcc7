package tessera.ui.logs;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A colour of the log as CSS sets it: what is ours by name, what terminals count by number. */
record LogInk(String property) {

    static final LogInk GROUND = new LogInk("-log-ground");
    static final LogInk TEXT = new LogInk("-log-text");
    static final LogInk MUTED = new LogInk("-log-muted");
    static final LogInk NOTE = new LogInk("-log-note");
    static final LogInk FOUND = new LogInk("-log-found");
    static final LogInk CURRENT = new LogInk("-log-current");
    static final LogInk SELECTED = new LogInk("-log-selected");

    private static final int ANSI = 16;
    private static final List<LogInk> NUMBERED = IntStream.range(0, ANSI).mapToObj(
            number -> new LogInk(String.format(Locale.ROOT, "-log-ansi-%d", number))).toList();

    static final List<LogInk> ALL = Stream.concat(Stream.of(GROUND, TEXT, MUTED, NOTE, FOUND, CURRENT, SELECTED),
            NUMBERED.stream()).toList();

    /** One of the first sixteen that terminals have. */
    static LogInk ansi(int number) {
        return NUMBERED.get(number);
    }
}
