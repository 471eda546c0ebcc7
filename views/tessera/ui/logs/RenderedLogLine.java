package tessera.ui.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.logs.AnsiText;
import tessera.logs.LogLine;
import tessera.logs.LogSearchPattern;

/**
 * A line as it is drawn.
 *
 * @param text   tabs made to spaces
 * @param styled parts that are set off
 * @param matches  parts that have what is sought
 */
record RenderedLogLine(LogLine line, String text, List<AnsiText.StyledSpan> styled,
        List<LogSearchPattern.PatternMatch> matches) {

    private static final int TAB = 8;

    static RenderedLogLine of(LogLine line, Optional<LogSearchPattern> sought) {
        var ansi = AnsiText.parse(line.raw());
        var spaced = ansi.plain().indexOf('\t') < 0 ? ansi : expandTabs(ansi);
        return new RenderedLogLine(line, spaced.plain(), spaced.styled(),
                line.note() ? List.of() : sought.map(pattern -> pattern.findMatches(spaced.plain())).orElse(List.of()));
    }

    private static AnsiText expandTabs(AnsiText ansi) {
        var text = new StringBuilder();
        var places = new int[ansi.plain().length() + 1];
        for (int at = 0; at < ansi.plain().length(); at++) {
            places[at] = text.length();
            char sign = ansi.plain().charAt(at);
            if (sign == '\t') {
                text.repeat(' ', TAB - text.length() % TAB);
            } else {
                text.append(sign);
            }
        }
        places[ansi.plain().length()] = text.length();
        var styled = new ArrayList<AnsiText.StyledSpan>();
        ansi.styled().forEach(
                part -> styled.add(new AnsiText.StyledSpan(places[part.start()], places[part.end()], part.style())));
        return new AnsiText(text.toString(), styled);
    }
}
