package tessera.ui.terminal;

import com.techsenger.jeditermfx.core.Color;
import com.techsenger.jeditermfx.core.TerminalColor;
import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.emulator.ColorPalette;
import com.techsenger.jeditermfx.core.model.LinesBuffer;
import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.JediTermFxWidget;
import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import com.techsenger.jeditermfx.ui.TerminalPanel;
import com.techsenger.jeditermfx.ui.settings.DefaultSettingsProvider;
import com.techsenger.jeditermfx.ui.settings.SettingsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyEvent;
import javafx.scene.text.Font;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.TextLabelFactory;

/** Screen of a terminal: output in the colours of the theme, and keyboard input. FX thread. */
final class TerminalScreen {

    private static final int COLUMNS = 80;
    private static final int ROWS = 24;
    /** What is left of a letter that is typed with the control key. */
    private static final int CONTROL = 0x1f;

    private final TerminalBackgroundPane cssColors = new TerminalBackgroundPane(this::repaint);
    private final FontSizeProbe yardstick = new FontSizeProbe(this::applyTextScale);
    private Optional<ScalableTerminalWidget> widget = Optional.empty();
    private double factor = 1;

    /** A terminal whose text scale can change while it is shown. */
    private static final class ScalableTerminalWidget extends JediTermFxWidget {

        private final TerminalSettingsProvider appearance;

        ScalableTerminalWidget(TerminalSettingsProvider appearance) {
            super(COLUMNS, ROWS, appearance);
            this.appearance = appearance;
        }

        @Override
        protected TerminalPanel createTerminalPanel(SettingsProvider settings, StyleState style,
                TerminalTextBuffer buffer) {
            return new JediTerminalPanel(settings, buffer, style);
        }

        void applyTextScale(double factor) {
            appearance.applyTextScale(factor);
            if (getTerminalPanel() instanceof JediTerminalPanel panel) {
                panel.reinitFontAndResize();
            }
        }
    }

    private static final class JediTerminalPanel extends TerminalPanel {

        JediTerminalPanel(SettingsProvider settings, TerminalTextBuffer buffer, StyleState style) {
            super(settings, buffer, style);
        }

        @Override
        protected TerminalCopyPasteHandler createCopyPasteHandler() {
            return new DesktopTerminalClipboard();
        }

        @Override
        protected void reinitFontAndResize() {
            super.reinitFontAndResize();
        }
    }

    TerminalScreen() {
        // Every key is for the container, none for the window.
        cssColors.addEventHandler(KeyEvent.ANY, KeyEvent::consume);
        cssColors.addEventFilter(KeyEvent.ANY, this::handleControlKey);
        cssColors.setMinSize(0, 0);
        cssColors.getChildren().setAll(yardstick);
    }

    Node node() {
        return cssColors;
    }

    /** Handles control keys itself, as their meaning must not depend on the text that a system makes of them. */
    private void handleControlKey(KeyEvent event) {
        // Where there is AltGr it comes as both.
        boolean held = event.isControlDown() && !event.isAltDown() && !event.isMetaDown();
        boolean alone = held && !event.isShiftDown();
        if (event.getCode().isModifierKey()) {
            event.consume();
        } else if (held && event.getEventType() == KeyEvent.KEY_TYPED) {
            event.consume();
        } else if (alone && event.getEventType() == KeyEvent.KEY_PRESSED && event.getCode().isLetterKey()) {
            var meant = new byte[] {(byte) (event.getCode().getCode() & CONTROL)};
            widget.ifPresent(terminalWidget -> terminalWidget.getTerminalPanel().getTerminalOutputStream()
                    .sendBytes(meant, true));
            event.consume();
        }
    }

    /** Begins with an empty screen that shows what comes over the wire. */
    void showSession(TerminalExecConnection connection) {
        clear();
        var newTerminalWidget = new ScalableTerminalWidget(new TerminalSettingsProvider(cssColors, factor));
        widget = Optional.of(newTerminalWidget);
        cssColors.getChildren().setAll(yardstick, newTerminalWidget.getPane());
        newTerminalWidget.setTtyConnector(connection);
        newTerminalWidget.start();
        focus();
    }

    void focus() {
        widget.ifPresent(terminalWidget -> terminalWidget.getTerminalPanel().getCanvas().requestFocus());
    }

    /** Clears the screen. */
    void clear() {
        widget.ifPresent(JediTermFxWidget::close);
        widget = Optional.empty();
        cssColors.getChildren().setAll(yardstick);
    }

    private void applyTextScale(double other) {
        factor = other;
        widget.ifPresent(terminalWidget -> terminalWidget.applyTextScale(other));
    }

    private void repaint() {
        widget.ifPresent(terminalWidget -> terminalWidget.getTerminalPanel().repaint());
    }

    /** Returns all kept lines without control sequences. */
    List<String> lines() {
        if (widget.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        var buffer = widget.get().getTerminalTextBuffer();
        buffer.lock();
        try {
            addLines(lines, buffer.getHistoryBuffer());
            addLines(lines, buffer.getScreenBuffer());
        } finally {
            buffer.unlock();
        }
        while (!lines.isEmpty() && lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }

    /** Adds lines, joining those that were wrapped for the screen. */
    private static void addLines(List<String> lines, LinesBuffer buffer) {
        boolean goesOn = false;
        for (int at = 0; at < buffer.getLineCount(); at++) {
            var line = buffer.getLine(at);
            var text = line.getText().replace("\0", "");
            if (goesOn && !lines.isEmpty()) {
                lines.set(lines.size() - 1, (lines.getLast() + text).stripTrailing());
            } else {
                lines.add(text.stripTrailing());
            }
            goesOn = line.isWrapped();
        }
    }

    /**
     * Clipboard of the desktop, shared with the rest of the window. The library's own goes through AWT, which is not there on
     * every display. FX thread.
     */
    private static final class DesktopTerminalClipboard implements TerminalCopyPasteHandler {

        /** @param selection whether the one that X11 fills by marking text is meant; what is marked is not copied here */
        @Override
        public void setContents(String text, boolean selection) {
            TextLabelFactory.copy(text);
        }

        @Override
        public @Nullable String getContents(boolean selection) {
            return Clipboard.getSystemClipboard().getString();
        }
    }

    /** Terminal settings: the colours of the theme and the program's monospaced font. */
    private static final class TerminalSettingsProvider extends DefaultSettingsProvider {

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
            return new TextStyle(inkColor(TerminalBackgroundPane.SELECTED_TEXT),
                    inkColor(TerminalBackgroundPane.SELECTED));
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
}
