package tessera.ui.logs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import tessera.logs.AnsiStyle;

/** The colours of a log as CSS sets them. */
final class LogCssColors {

    private static final int NAMED = 16;
    private static final int CUBE = 216;
    private static final int[] LEVELS = {0, 95, 135, 175, 215, 255};

    private static final Map<LogViewCssColor, CssMetaData<LogCanvas, @Nullable Color>> META = new LinkedHashMap<>();
    private static final List<CssMetaData<? extends Styleable, ?>> EVERY;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(Region.getClassCssMetaData());
        for (var ink : LogViewCssColor.ALL) {
            var meta = new LogColorCssMetaData(ink);
            META.put(ink, meta);
            all.add(meta);
        }
        EVERY = Collections.unmodifiableList(all);
    }

    private final Map<LogViewCssColor, SimpleStyleableObjectProperty<@Nullable Color>> colours = new HashMap<>();

    /** @param changed runs when a colour became another */
    LogCssColors(LogCanvas owner, Runnable changed) {
        for (var ink : LogViewCssColor.ALL) {
            var colour = new SimpleStyleableObjectProperty<@Nullable Color>(META.get(ink), owner, ink.property(),
                    Color.GRAY);
            colour.addListener((property, before, now) -> changed.run());
            colours.put(ink, colour);
        }
    }

    static List<CssMetaData<? extends Styleable, ?>> metaData() {
        return EVERY;
    }

    Color colorOf(LogViewCssColor ink) {
        var colour = colours.get(ink);
        var value = colour == null ? null : colour.get();
        return Objects.requireNonNullElse(value, Color.TRANSPARENT);
    }

    /** Returns the colour for a terminal's colour number. */
    Color ansiColor(int colour, LogViewCssColor defaultColor) {
        if (colour == AnsiStyle.USUAL) {
            return colorOf(defaultColor);
        }
        if (colour >= 0x1000000) {
            return Color.rgb(colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff);
        }
        if (colour < NAMED) {
            return colorOf(LogViewCssColor.ofAnsi(colour));
        }
        if (colour < NAMED + CUBE) {
            int position = colour - NAMED;
            return Color.rgb(LEVELS[position / 36], LEVELS[position / 6 % 6], LEVELS[position % 6]);
        }
        int grey = 8 + (colour - NAMED - CUBE) * 10;
        return Color.rgb(grey, grey, grey);
    }

    private static final class LogColorCssMetaData extends CssMetaData<LogCanvas, @Nullable Color> {

        private final LogViewCssColor ink;

        LogColorCssMetaData(LogViewCssColor ink) {
            super(ink.property(), StyleConverter.getColorConverter(), Color.GRAY);
            this.ink = ink;
        }

        @Override
        public boolean isSettable(LogCanvas styleable) {
            var colour = styleable.palette().colours.get(ink);
            return colour != null && !colour.isBound();
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(LogCanvas styleable) {
            return styleable.palette().colours.get(ink);
        }
    }
}
