package tessera.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is typed to find a template: words that it is called by, described with, made of, or asks devices by. */
public final class TemplateQuery {

    private static final Pattern KIND = Pattern.compile("(?m)^[ \\-]*kind: \\w+$");

    private final List<String> words;

    public TemplateQuery(String typed) {
        words = Arrays.stream(plain(typed).strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    /** Whether a template has all of the words, each wherever. */
    public boolean in(WorkloadTemplate template) {
        if (words.isEmpty()) {
            return true;
        }
        var kinds = KIND.matcher(template.text()).results().map(MatchResult::group);
        var usual = template.parameters().stream().map(TemplateParameter::usual);
        var all = plain(Stream.of(Stream.of(template.id(), template.title(), template.description(),
                template.custom(), template.supply()), kinds, usual).flatMap(each -> each)
                .collect(Collectors.joining(" ")));
        return words.stream().allMatch(all::contains);
    }

    /** How far a template is from being meant: 0 where its name begins as is typed, 1 where that has all of the words, 2 else. */
    public int distance(WorkloadTemplate template) {
        var names = Stream.of(template.id(), template.title()).map(TemplateQuery::plain).toList();
        var typed = String.join(" ", words);
        return names.stream().anyMatch(name -> name.startsWith(typed)) ? 0
                : words.stream().allMatch(String.join(" ", names)::contains) ? 1 : 2;
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
    }
}
