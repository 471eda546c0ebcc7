package tessera.ui.terminal;

import com.techsenger.jeditermfx.core.Color;
import com.techsenger.jeditermfx.core.TerminalColor;
import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.emulator.ColorPalette;
import com.techsenger.jeditermfx.ui.settings.DefaultSettingsProvider;
import javafx.scene.text.Font;

/** Terminal settings: the colours of the theme and the program's monospaced font. */
final class TerminalSettingsProvider extends DefaultSettingsProvider {

    private static final int LINES = 10_000;
    private static final int SIZE = 13;
    private static final int CARET = 600;

    private final TerminalBackgroundPane cssColors;
    private volatile double factor;

    /** @param factor how many times as large as usual text is */
    TerminalSettingsProvider(TerminalBackgroundPane cssColors, double factor) {
        this.cssColors = cssColors;
        this.factor = factor;
    }

    void applyTextScale(double other) {
        factor = other;
    }

    private TerminalColor inkColor(String name) {
        return new TerminalColor(() -> cssColors.colorOf(name));
    }

    @Override
    public ColorPalette getTerminalColorPalette() {
        return new ColorPalette() {
            @Override
            protected Color getForegroundByColorIndex(int index) {
                return cssColors.ansiColor(index);
            }

            @Override
            protected Color getBackgroundByColorIndex(int index) {
                return cssColors.ansiColor(index);
            }
        };
    }

    @Override
    public TerminalColor getDefaultForeground() {
        return inkColor(TerminalBackgroundPane.TEXT);
    }

    @Override
    public TerminalColor getDefaultBackground() {
        return inkColor(TerminalBackgroundPane.GROUND);
    }

    /** Deprecated, and all the same asked for: without it text stands on a ground of its own. */
    @Override
    @SuppressWarnings("deprecation")
    public TextStyle getDefaultStyle() {
        return new TextStyle(getDefaultForeground(), getDefaultBackground());
    }

    @Override
    public TextStyle getSelectionColor() {
        return new TextStyle(inkColor(TerminalBackgroundPane.SELECTED_TEXT), inkColor(TerminalBackgroundPane.SELECTED));
    }

    @Override
    public TextStyle getFoundPatternColor() {
        return new TextStyle(inkColor(TerminalBackgroundPane.TEXT), inkColor(TerminalBackgroundPane.FOUND));
    }

    @Override
    public TextStyle getHyperlinkColor() {
        return new TextStyle(inkColor(TerminalBackgroundPane.LINK), inkColor(TerminalBackgroundPane.GROUND));
    }

    @Override
    public boolean useInverseSelectionColor() {
        return false;
    }

    @Override
    public Font getTerminalFont() {
        return Font.font("JetBrains Mono", SIZE * factor);
    }

    @Override
    public float getTerminalFontSize() {
        return (float) (SIZE * factor);
    }

    @Override
    public boolean audibleBell() {
        return false;
    }

    @Override
    public int caretBlinkingMs() {
        return CARET;
    }

    @Override
    public int getBufferMaxLinesCount() {
        return LINES;
    }
}
