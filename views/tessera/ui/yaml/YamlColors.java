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
import tessera.ui.FxRelay;

/** The colours of YAML: of all of it, or of the lines in sight where there is much of it. FX thread. */
final class YamlColors {

    /** Keys of managed fields hold colons and quotes. */
    private static final String QUOTED = "'[^'\\n]*+'|\"[^\"\\n]*+\"";
    private static final Pattern TOKEN = Pattern.compile("(?<comment>(?:^|\\s)#.*$)"
            + "|(?<key>^[ \\t]*+(?:- )*+(?:" + QUOTED
            + "|[^\\s#:'\"\\[{][^\\n:]*+(?::(?!\\s|$)[^\\n:]*+){0,20}+)(?=:(?:\\s|$)))"
            + "|(?<value>(?<=: ).+$)", Pattern.MULTILINE | Pattern.UNIX_LINES);
    /** Colouring so many letters takes as long as nobody notices. */
    private static final int MUCH = 100_000;
    /** Lines beside those in sight, so that they have their colours once they are scrolled to. */
    private static final int MARGIN = 40;

    private final CodeArea area;
    private boolean asked;

    private YamlColors(CodeArea area) {
        this.area = area;
    }

    /** Colours what somebody writes, and what comes into sight. */
    static YamlColors of(CodeArea area) {
        var colouring = new YamlColors(area);
        area.plainTextChanges().subscribe(colouring::written);
        area.viewportDirtyEvents().subscribe(moved -> colouring.ask());
        return colouring;
    }

    /** Colours the text anew. */
    void all() {
        if (much()) {
            ask();
        } else if (area.getLength() > 0) {
            area.setStyleSpans(0, spans(area.getText()));
        }
    }

    private boolean much() {
        return area.getLength() > MUCH;
    }

    /** The lines that somebody wrote in: what one is, it is by itself. */
    private void written(PlainTextChange written) {
        if (area.isEditable()) {
            int last = area.offsetToPosition(written.getInsertionEnd(), TwoDimensional.Bias.Backward).getMajor();
            lines(area.offsetToPosition(written.getPosition(), TwoDimensional.Bias.Forward).getMajor(), last);
        }
    }

    /** Colours some lines, from the first to the last of them. */
    void lines(int first, int last) {
        if (much()) {
            ask();
            return;
        }
        for (int line = first; line <= last; line++) {
            line(line);
        }
    }

    /** While lines are laid out they must not become others, and several events may tell of one scroll. */
    private void ask() {
        if (!asked) {
            asked = true;
            FxRelay.show(() -> {
                asked = false;
                sight();
            });
        }
    }

    /** Before anything was laid out nothing is in sight. */
    private void sight() {
        if (area.getHeight() > 0 && !area.getVisibleParagraphs().isEmpty()) {
            int last = Math.min(area.getParagraphs().size() - 1, area.lastVisibleParToAllParIndex() + MARGIN);
            for (int line = Math.max(0, area.firstVisibleParToAllParIndex() - MARGIN); line <= last; line++) {
                line(line);
            }
        }
    }

    /** One that has its colours is left alone: what is set anew is laid out anew. */
    private void line(int line) {
        var spans = spans(area.getParagraph(line).getText());
        if (!spans.equals(area.getStyleSpans(line))) {
            area.setStyleSpans(line, 0, spans);
        }
    }

    private static StyleSpans<Collection<String>> spans(String yaml) {
        var tokens = TOKEN.matcher(yaml);
        var spans = new StyleSpansBuilder<Collection<String>>();
        int end = 0;
        while (tokens.find()) {
            spans.add(Collections.emptyList(), tokens.start() - end);
            spans.add(Collections.singleton(style(tokens.group("comment"), tokens.group("key"))),
                    tokens.end() - tokens.start());
            end = tokens.end();
        }
        spans.add(Collections.emptyList(), yaml.length() - end);
        return spans.create();
    }

    private static String style(@Nullable String comment, @Nullable String key) {
        if (comment != null) {
            return "yaml-comment";
        }
        return key != null ? "yaml-key" : "yaml-value";
    }
}
