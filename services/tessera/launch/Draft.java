package tessera.launch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.launch.Template.Filled;
import tessera.lint.source.Documents;
import tessera.lint.subject.Surroundings;

/**
 * A manifest that is written by answers to a template's questions and by hand, both kept in step: what the questions can
 * say becomes an answer, and the rest stays as it was typed.
 *
 * @param settings what is answered otherwise than is usual
 * @param filled   the template with these answers, which the text may go beyond
 * @param text     the manifest as it stands
 * @param beyond   what the text says that no answer does
 * @param trouble  where the text ceases to be YAML, in a sentence without a full stop; empty where it does not
 * @param obstacle which answer could not be put into what was typed, in a sentence without a full stop; empty for none
 */
public record Draft(Ground ground, Map<String, String> settings, Filled filled, String text, List<Beyond> beyond,
        String trouble, String obstacle) {

    /**
     * What does not change while it is written.
     *
     * @param cluster what it is meant for; empty where that is not known
     */
    public record Ground(Template template, Optional<Surroundings> cluster) {

        Filled fill(Map<String, String> settings) {
            return template.fill(settings, cluster);
        }
    }

    /**
     * Something that was typed and that no answer says.
     *
     * @param what where it stands in the object, e.g. {@code spec.hostNetwork}
     * @param line where it stands in the text; 0 for what was taken away
     */
    public record Beyond(String what, int line) {

        @Override
        public String toString() {
            return line > 0 ? "%s (line %d)".formatted(what, line) : what + " (taken away)";
        }
    }

    public Draft {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        beyond = List.copyOf(beyond);
    }

    /** Nothing but answers, which are without complaints. */
    public static Draft of(Template template, Map<String, String> settings, Optional<Surroundings> cluster) {
        var ground = new Ground(template, cluster);
        var filled = ground.fill(settings);
        return new Draft(ground, settings, filled, filled.yaml(), List.of(), "", "");
    }

    /** Whether the text is what the answers make of the template. */
    public boolean plain() {
        return text.equals(filled.yaml());
    }

    /** After somebody typed: what that answers is answered so. */
    public Draft type(String typed) {
        var trouble = Documents.read(typed).trouble();
        if (trouble.isPresent()) {
            return new Draft(ground, settings, filled, typed, beyond,
                    "Line %d: %s".formatted(trouble.get().position().line(), trouble.get().words()), "");
        }
        return stand(new ReadBack(ground, Flat.of(typed)).read(settings), typed);
    }

    private Draft stand(Map<String, String> answers, String typed) {
        var made = ground.fill(answers);
        return new Draft(ground, answers, made, typed, Flat.of(typed).beyond(Flat.of(made.yaml())), "", "");
    }

    /** After somebody answered otherwise: that changes in the text, and nothing else. The answers are without complaints. */
    public Draft answer(Map<String, String> answers) {
        var made = ground.fill(answers);
        if (plain()) {
            return of(ground.template(), answers, ground.cluster());
        }
        var merged = LineMerge.merge(filled.yaml(), text, made.yaml());
        if (merged.isPresent() && !trouble.isEmpty()) {
            return new Draft(ground, answers, made, merged.get(), beyond, trouble(merged.get()), "");
        }
        if (merged.isPresent() && Documents.read(merged.get()).trouble().isEmpty()
                && distance(merged.get(), made) <= distance(text, filled)) {
            return stand(answers, merged.get());
        }
        return new Draft(ground, settings, filled, text, beyond, trouble,
                "What was typed stands in the way of %s; change it in the manifest, or fill that in anew"
                        .formatted(others(answers)));
    }

    private static String trouble(String text) {
        return Documents.read(text).trouble()
                .map(where -> "Line %d: %s".formatted(where.position().line(), where.words())).orElse("");
    }

    private static int distance(String text, Filled made) {
        return Flat.of(text).differences(Flat.of(made.yaml()));
    }

    private String others(Map<String, String> answers) {
        return ground.template().parameters().stream()
                .filter(parameter -> !answers.getOrDefault(parameter.key(), parameter.usual())
                        .equals(settings.getOrDefault(parameter.key(), parameter.usual())))
                .map(parameter -> "“" + parameter.title() + "”").collect(Collectors.joining(" and "));
    }
}
