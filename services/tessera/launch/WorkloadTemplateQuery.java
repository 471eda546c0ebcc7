package tessera.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A search query over a template's name, description, kinds and device resources. */
public final class WorkloadTemplateQuery {

    private static final Pattern KIND = Pattern.compile("(?m)^[ \\-]*kind: \\w+$");

    private final List<String> texts;

    public WorkloadTemplateQuery(String typed) {
        texts = Arrays.stream(plainText(typed).strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    /** Returns whether a template contains all words, each anywhere. */
    public boolean matches(WorkloadTemplate template) {
        if (texts.isEmpty()) {
            return true;
        }
        var kinds = KIND.matcher(template.text()).results().map(MatchResult::group);
        var usual = template.parameters().stream().map(WorkloadTemplateParameter::defaultValue);
        var all = plainText(
                Stream.of(Stream.of(template.id(), template.title(), template.description(), template.customKind(),
                        template.supplyKind()), kinds, usual).flatMap(each -> each).collect(Collectors.joining(" ")));
        return texts.stream().allMatch(all::contains);
    }

    /** Returns the rank of a template: 0 if its name begins with the query, 1 if its name has all of the words, 2 else. */
    public int rankOf(WorkloadTemplate template) {
        var names = Stream.of(template.id(), template.title()).map(WorkloadTemplateQuery::plainText).toList();
        var typed = String.join(" ", texts);
        if (names.stream().anyMatch(name -> name.startsWith(typed))) {
            return 0;
        }
        if (texts.stream().allMatch(String.join(" ", names)::contains)) {
            return 1;
        }
        return 2;
    }

    private static String plainText(String text) {
        return text.toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
    }
}
