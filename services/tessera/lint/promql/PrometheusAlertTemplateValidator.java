package tessera.lint.promql;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tessera.model.SpellingSuggestionFinder;

/** A template in a label or annotation of an alert, as Prometheus parses it before it takes the rule. */
public final class PrometheusAlertTemplateValidator {

    /** Source: template/template.go of Prometheus 3, text/template of Go. */
    private static final Set<String> FUNCTIONS = Set.of("query", "first", "label", "value", "strvalue", "args",
            "reReplaceAll", "safeHtml", "match", "title", "toUpper", "toLower", "graphLink", "tableLink", "sortByLabel",
            "stripPort", "stripDomain", "humanize", "humanize1024", "humanizeDuration", "humanizePercentage",
            "humanizeTimestamp", "toTime", "toDuration", "now", "pathPrefix", "externalURL", "parseDuration",
            "urlQueryEscape", "tmpl", "and", "call", "html", "index", "slice", "js", "len", "not", "or", "print",
            "printf", "println", "urlquery", "eq", "ne", "lt", "le", "gt", "ge", "true", "false", "nil");
    private static final Set<String> OPENING = Set.of("if", "range", "with", "define", "block");
    private static final Set<String> KEYWORDS = Set.of("else", "end", "template", "break", "continue");
    private static final Set<String> VARIABLES = Set.of("$labels", "$value", "$externalLabels", "$externalURL", "$");
    private static final Pattern WORD = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|`[^`]*+`|'(?:[^'\\\\]++|\\\\.)*+'"
            + "|\\$?[A-Za-z_][A-Za-z0-9_]*+(?:\\.[A-Za-z_][A-Za-z0-9_]*+)*+|\\$|\\.[A-Za-z_][A-Za-z0-9_.]*"
            + "|-?\\d[\\d.eE+-]*|:=|[|().,=]|/\\*.*?\\*/|-?\\s+-?", Pattern.DOTALL);
    /** What Helm fills in first, or leaves over for Prometheus. */
    private static final Pattern OF_A_CHART = Pattern.compile(
            "\\{\\{-?\\s*(?:[`\"]|\\.(?:Values|Release|Chart|Capabilities|Template|Files)\\b|include\\b|tpl\\b)");

    private final String text;
    private final ArrayDeque<String> open = new ArrayDeque<>();
    private final Set<String> variables = new HashSet<>(VARIABLES);

    private PrometheusAlertTemplateValidator(String text) {
        this.text = text;
    }

    /** Returns the reason for which Prometheus does not parse it, without a full stop; empty if it is valid. */
    public static Optional<AlertTemplateReason> findError(String text) {
        if (text.contains("{{") && !OF_A_CHART.matcher(text).find()) {
            return new PrometheusAlertTemplateValidator(text).findError();
        }
        return Optional.empty();
    }

    private Optional<AlertTemplateReason> findError() {
        int at = text.indexOf("{{");
        while (at >= 0) {
            int end = actionEnd(at + 2);
            if (end < 0) {
                return Optional.of(new AlertTemplateReason.UnclosedAction("{{"));
            }
            var action = text.substring(at + 2, end).strip();
            var fault = checkAction(action.startsWith("- ") ? action.substring(1).strip() : action);
            if (fault.isPresent()) {
                return fault.map(reason -> new AlertTemplateReason.UnparsedAction("{{ " + action + " }}", reason));
            }
            at = text.indexOf("{{", end);
        }
        if (open.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AlertTemplateReason.OpenTemplateBlock("{{ " + open.getFirst() + " … }}", "{{ end }}"));
    }

    /** Returns the end of an action, ignoring quotes inside of it. */
    private int actionEnd(int from) {
        int at = from;
        while (at < text.length()) {
            if (text.startsWith("}}", at)) {
                return at;
            }
            var word = WORD.matcher(text).region(at, text.length());
            boolean quoted = "\"`'".indexOf(text.charAt(at)) >= 0 && word.lookingAt();
            at = quoted ? word.end() : at + 1;
        }
        return -1;
    }

    private Optional<AlertTemplateReason> checkAction(String action) {
        var words = WORD.matcher(action);
        var last = "";
        boolean first = true;
        int at = 0;
        while (at < action.length()) {
            words.region(at, action.length());
            if (!words.lookingAt()) {
                return Optional
                        .of(new AlertTemplateReason.UnexpectedActionCharacter(String.valueOf(action.charAt(at))));
            }
            var word = words.group();
            if (!word.isBlank() && !word.equals("-")) {
                var fault = checkWord(word, first, last, action, words);
                if (fault.isPresent()) {
                    return fault;
                }
                first = false;
                last = word;
            }
            at = words.end();
        }
        if (first) {
            return Optional.of(new AlertTemplateReason.EmptyAction());
        }
        return Optional.empty();
    }

    private Optional<AlertTemplateReason> checkWord(String word, boolean first, String last, String action,
            Matcher place) {
        if (word.startsWith("$")) {
            var name = word.split("\\.", 2)[0];
            if (action.substring(place.end()).stripLeading().startsWith(":=") || action.contains(name + ",")
                    || action.matches("(?s).*,\\s*\\Q" + name + "\\E\\s*:=.*")) {
                variables.add(name);
            }
            if (variables.contains(name)) {
                return Optional.empty();
            }
            return Optional.of(new AlertTemplateReason.UndefinedVariable(name,
                    SpellingSuggestionFinder.findMistyped(name, VARIABLES)));
        }
        if (!Character.isLetter(word.charAt(0))) {
            return Optional.empty();
        }
        if (OPENING.contains(word) && (first || last.equals("else"))) {
            if (first) {
                open.push(word);
            }
            return Optional.empty();
        }
        if (word.equals("end") && first) {
            if (open.poll() == null) {
                return Optional.of(new AlertTemplateReason.NoOpenTemplateBlock());
            }
            return Optional.empty();
        }
        var name = word.split("\\.", 2)[0];
        if (FUNCTIONS.contains(name) || (KEYWORDS.contains(name) && first)) {
            return Optional.empty();
        }
        return Optional.of(new AlertTemplateReason.UnknownTemplateFunction(name, replacementOf(last, word),
                SpellingSuggestionFinder.findMistyped(word, FUNCTIONS)));
    }

    /** Returns the suggestion for a variable without its dollar or dot, or for a misspelled function. */
    private static String replacementOf(String last, String word) {
        if (last.equals("$labels") || last.equals("labels")) {
            return "$labels." + word;
        }
        if (word.startsWith("labels") || word.equals("value")) {
            return "$" + word;
        }
        return "";
    }
}
