package tessera.ui.logs;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A colour of the log as CSS property: our own by name, ANSI colours by number. */
record LogColor(String property) {

    static final LogColor GROUND = new LogColor("-log-ground");
    static final LogColor TEXT = new LogColor("-log-text");
    static final LogColor MUTED = new LogColor("-log-muted");
    static final LogColor NOTE = new LogColor("-log-note");
    static final LogColor FOUND = new LogColor("-log-found");
    static final LogColor CURRENT = new LogColor("-log-current");
    static final LogColor SELECTED = new LogColor("-log-selected");

    private static final int ANSI = 16;
    private static final List<LogColor> NUMBERED = IntStream.range(0, ANSI).mapToObj(
            number -> new LogColor(String.format(Locale.ROOT, "-log-ansi-%d", number))).toList();

    static final List<LogColor> ALL = Stream.concat(Stream.of(GROUND, TEXT, MUTED, NOTE, FOUND, CURRENT, SELECTED),
            NUMBERED.stream()).toList();

    /** Returns one of the first 16 ANSI colours. */
    static LogColor ofAnsi(int number) {
        return NUMBERED.get(number);
    }
}
