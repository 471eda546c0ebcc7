package tessera.ui.terminal;

import com.techsenger.jeditermfx.core.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;

/** Background of a terminal, and its colours as set by CSS. Colours may be asked for on any thread. */
final class TerminalBackgroundPane extends StackPane {

    static final String GROUND = "-terminal-ground";
    static final String TEXT = "-terminal-text";
    static final String SELECTED = "-terminal-selected";
    static final String SELECTED_TEXT = "-terminal-selected-text";
    static final String FOUND = "-terminal-found";
    static final String LINK = "-terminal-link";
    private static final int ANSI = 16;
    private static final List<String> NUMBERED = IntStream.range(0, ANSI)
            .mapToObj(number -> String.format(Locale.ROOT, "-terminal-ansi-%d", number)).toList();
    private static final Map<String, CssMetaData<TerminalBackgroundPane, @Nullable Paint>> META = new LinkedHashMap<>();
    private static final List<CssMetaData<? extends Styleable, ?>> EVERY;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(StackPane.getClassCssMetaData());
        Stream.concat(Stream.of(GROUND, TEXT, SELECTED, SELECTED_TEXT, FOUND, LINK), NUMBERED.stream())
                .forEach(name -> {
                    var meta = new TerminalColorCssMetaData(name);
                    META.put(name, meta);
                    all.add(meta);
                });
        EVERY = Collections.unmodifiableList(all);
    }

    private final Map<String, SimpleStyleableObjectProperty<@Nullable Paint>> properties = new LinkedHashMap<>();
    private final Map<String, Color> colours = new ConcurrentHashMap<>();

    /** @param changed runs when a colour became another */
    TerminalBackgroundPane(Runnable changed) {
        getStyleClass().add("terminal-ground");
        for (var entry : META.entrySet()) {
            var name = entry.getKey();
            var meta = entry.getValue();
            var property = new SimpleStyleableObjectProperty<@Nullable Paint>(meta, this, name, null);
            property.addListener((colour, before, now) -> {
                if (now instanceof javafx.scene.paint.Color given) {
                    colours.put(name, toTerminalColor(given));
                    changed.run();
                }
            });
            properties.put(name, property);
        }
    }

    private static Color toTerminalColor(javafx.scene.paint.Color given) {
        return new Color((int) Math.round(given.getRed() * 255), (int) Math.round(given.getGreen() * 255),
                (int) Math.round(given.getBlue() * 255));
    }

    Color colorOf(String name) {
        return colours.getOrDefault(name, new Color(128, 128, 128));
    }

    /** Returns one of the first sixteen colours that terminals have. */
    Color ansiColor(int number) {
        return colorOf(NUMBERED.get(number));
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return EVERY;
    }

    private static final class TerminalColorCssMetaData extends CssMetaData<TerminalBackgroundPane, @Nullable Paint> {

        private final String name;

        TerminalColorCssMetaData(String name) {
            super(name, StyleConverter.getPaintConverter(), null);
            this.name = name;
        }

        @Override
        public boolean isSettable(TerminalBackgroundPane styleable) {
            return styleable.properties.containsKey(name);
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Paint> getStyleableProperty(TerminalBackgroundPane styleable) {
            return styleable.properties.get(name);
        }
    }
}
