package tessera.ui.yaml;

import java.util.Collection;
import java.util.Collections;
import java.util.regex.Pattern;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.PlainTextChange;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.fxmisc.richtext.model.TwoDimensional;
import org.jspecify.annotations.Nullable;
import tessera.ui.JavaFxThreadRelay;

/** Syntax colours of YAML: for the whole text, or the visible lines of a long one. FX thread. */
final class YamlSyntaxHighlighter {

    /** Keys of managed fields hold colons and quotes. */
    private static final String QUOTED = "'[^'\\n]*+'|\"[^\"\\n]*+\"";
    private static final Pattern TOKEN = Pattern.compile("(?<comment>(?:^|\\s)#.*$)" + "|(?<key>^[ \\t]*+(?:- )*+(?:"
            + QUOTED + "|[^\\s#:'\"\\[{][^\\n:]*+(?::(?!\\s|$)[^\\n:]*+){0,20}+)(?=:(?:\\s|$)))"
            + "|(?<value>(?<=: ).+$)", Pattern.MULTILINE | Pattern.UNIX_LINES);
    /** Colouring so many letters takes as long as nobody notices. */
    private static final int MUCH = 100_000;
    /** Lines beside those in sight, so that they have their colours once they are scrolled to. */
    private static final int MARGIN = 40;

    private final CodeArea area;
    private boolean scheduled;

    private YamlSyntaxHighlighter(CodeArea area) {
        this.area = area;
    }

    /** Colours the text of an area while it is edited and scrolled. */
    static YamlSyntaxHighlighter of(CodeArea area) {
        var colouring = new YamlSyntaxHighlighter(area);
        area.plainTextChanges().subscribe(colouring::colorChanged);
        area.viewportDirtyEvents().subscribe(moved -> colouring.requestColoring());
        return colouring;
    }

    /** Colours the text anew. */
    void colorAll() {
        if (isLong()) {
            requestColoring();
        } else if (area.getLength() > 0) {
            area.setStyleSpans(0, styleSpans(area.getText()));
        }
    }

    private boolean isLong() {
        return area.getLength() > MUCH;
    }

    /** Colours the edited lines: the style of a line depends on nothing else. */
    private void colorChanged(PlainTextChange written) {
        if (area.isEditable()) {
            int last = area.offsetToPosition(written.getInsertionEnd(), TwoDimensional.Bias.Backward).getMajor();
            colorLines(area.offsetToPosition(written.getPosition(), TwoDimensional.Bias.Forward).getMajor(), last);
        }
    }

    /** Colours some lines, from the first to the last of them. */
    void colorLines(int first, int last) {
        if (isLong()) {
            requestColoring();
            return;
        }
        for (int line = first; line <= last; line++) {
            colorLine(line);
        }
    }

    /** Defers colouring, as lines must not change during layout, and merges several events of one scroll. */
    private void requestColoring() {
        if (!scheduled) {
            scheduled = true;
            JavaFxThreadRelay.runOnFxThread(() -> {
                scheduled = false;
                colorVisible();
            });
        }
    }

    /** Colours the visible lines; before the first layout there are none. */
    private void colorVisible() {
        if (area.getHeight() > 0 && !area.getVisibleParagraphs().isEmpty()) {
            int last = Math.min(area.getParagraphs().size() - 1, area.lastVisibleParToAllParIndex() + MARGIN);
            for (int line = Math.max(0, area.firstVisibleParToAllParIndex() - MARGIN); line <= last; line++) {
                colorLine(line);
            }
        }
    }

    /** Colours a line unless it is coloured already, as new styles cause a new layout. */
    private void colorLine(int line) {
        var spans = styleSpans(area.getParagraph(line).getText());
        if (!spans.equals(area.getStyleSpans(line))) {
            area.setStyleSpans(line, 0, spans);
        }
    }

    private static StyleSpans<Collection<String>> styleSpans(String yaml) {
        var tokens = TOKEN.matcher(yaml);
        var spans = new StyleSpansBuilder<Collection<String>>();
        int end = 0;
        while (tokens.find()) {
            spans.add(Collections.emptyList(), tokens.start() - end);
            spans.add(Collections.singleton(styleFor(tokens.group("comment"), tokens.group("key"))),
                    tokens.end() - tokens.start());
            end = tokens.end();
        }
        spans.add(Collections.emptyList(), yaml.length() - end);
        return spans.create();
    }

    private static String styleFor(@Nullable String comment, @Nullable String key) {
        if (comment != null) {
            return "yaml-comment";
        }
        return key != null ? "yaml-key" : "yaml-value";
    }
}
