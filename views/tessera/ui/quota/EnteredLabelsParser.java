package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Labels as typed by the user, e.g. {@code app=llm,tier=gpu}. */
final class EnteredLabelsParser {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EnteredLabelsParser.class);

    private EnteredLabelsParser() {}

    /** Returns the problem with the parsed labelsin sentences; empty if there is none. */
    static String problemText(Optional<SortedMap<String, String>> read) {
        return read.map(EnteredLabelsParser::labelProblemText).orElse(MESSAGES.text("form.labels"));
    }

    private static String labelProblemText(SortedMap<String, String> labels) {
        return labels.entrySet().stream()
                .flatMap(label -> LabelAndTaintValidator.keyProblem(label.getKey())
                        .or(() -> LabelAndTaintValidator.valueProblem(label.getKey(), label.getValue())).stream())
                .map(problem -> SentenceJoiner.joinSentences(problem.headline(), problem.remedy())).findFirst()
                .orElse("");
    }

    /** Parses labels; empty where the text is no list of labels. */
    static Optional<SortedMap<String, String>> parseLabels(String text) {
        var labels = new TreeMap<String, String>();
        for (var part : List.of(text.split(",", -1)).stream().map(String::strip).filter(each -> !each.isEmpty())
                .toList()) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                return Optional.empty();
            }
            labels.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
        }
        return Optional.of(labels);
    }
}
