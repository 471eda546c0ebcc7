package tessera.ui.logs;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tessera.ui.kit.PaintedRegion.CssColorPalette.PaletteProperties;

/** A colour of the log as CSS property: our own by name, ANSI colours by number. */
record LogViewCssColor(String property) {

    static final LogViewCssColor GROUND = new LogViewCssColor("-log-ground");
    static final LogViewCssColor TEXT = new LogViewCssColor("-log-text");
    static final LogViewCssColor MUTED = new LogViewCssColor("-log-muted");
    static final LogViewCssColor NOTE = new LogViewCssColor("-log-note");
    static final LogViewCssColor FOUND = new LogViewCssColor("-log-found");
    static final LogViewCssColor CURRENT = new LogViewCssColor("-log-current");
    static final LogViewCssColor SELECTED = new LogViewCssColor("-log-selected");

    private static final int ANSI = 16;
    private static final List<LogViewCssColor> NUMBERED = IntStream.range(0, ANSI)
            .mapToObj(number -> new LogViewCssColor(String.format(Locale.ROOT, "-log-ansi-%d", number))).toList();

    static final List<LogViewCssColor> ALL = Stream
            .concat(Stream.of(GROUND, TEXT, MUTED, NOTE, FOUND, CURRENT, SELECTED), NUMBERED.stream()).toList();
    static final PaletteProperties<LogViewCssColor> PALETTE = new PaletteProperties<>(ALL, LogViewCssColor::property);

    /** Returns one of the first 16 ANSI colours. */
    static LogViewCssColor ofAnsi(int number) {
        return NUMBERED.get(number);
    }
}
