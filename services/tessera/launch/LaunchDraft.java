package tessera.launch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.launch.WorkloadTemplate.FilledTemplate;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.source.YamlDocuments;

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
public record LaunchDraft(DraftContext ground, Map<String, String> settings, FilledTemplate filled, String text,
        List<Beyond> beyond,
        String trouble, String obstacle) {

    /**
     * What does not change while it is written.
     *
     * @param cluster what it is meant for; empty where that is not known
     */
    public record DraftContext(WorkloadTemplate template, Optional<ManifestEnvironment> cluster) {

        FilledTemplate fill(Map<String, String> settings) {
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

    public LaunchDraft {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        beyond = List.copyOf(beyond);
    }

    /** Nothing but answers, which are without complaints. */
    public static LaunchDraft of(WorkloadTemplate template, Map<String, String> settings,
            Optional<ManifestEnvironment> cluster) {
        var ground = new DraftContext(template, cluster);
        var filled = ground.fill(settings);
        return new LaunchDraft(ground, settings, filled, filled.yaml(), List.of(), "", "");
    }

    /** Whether the text is what the answers make of the template. */
    public boolean plain() {
        return text.equals(filled.yaml());
    }

    /** After somebody typed: what that answers is answered so. */
    public LaunchDraft type(String typed) {
        var trouble = YamlDocuments.read(typed).trouble();
        if (trouble.isPresent()) {
            return new LaunchDraft(ground, settings, filled, typed, beyond,
                    "Line %d: %s".formatted(trouble.get().position().line(), trouble.get().words()), "");
        }
        return stand(new ReadBack(ground, FlatManifest.of(typed)).read(settings), typed);
    }

    private LaunchDraft stand(Map<String, String> answers, String typed) {
        var made = ground.fill(answers);
        return new LaunchDraft(ground, answers, made, typed,
                FlatManifest.of(typed).beyond(FlatManifest.of(made.yaml())), "", "");
    }

    /** After somebody answered otherwise: that changes in the text, and nothing else. The answers are without complaints. */
    public LaunchDraft answer(Map<String, String> answers) {
        var made = ground.fill(answers);
        if (plain()) {
            return of(ground.template(), answers, ground.cluster());
        }
        var merged = LineMerge.merge(filled.yaml(), text, made.yaml());
        if (merged.isPresent() && !trouble.isEmpty()) {
            return new LaunchDraft(ground, answers, made, merged.get(), beyond, trouble(merged.get()), "");
        }
        if (merged.isPresent() && YamlDocuments.read(merged.get()).trouble().isEmpty()
                && distance(merged.get(), made) <= distance(text, filled)) {
            return stand(answers, merged.get());
        }
        return new LaunchDraft(ground, settings, filled, text, beyond, trouble,
                "What was typed stands in the way of %s; change it in the manifest, or fill that in anew"
                        .formatted(others(answers)));
    }

    private static String trouble(String text) {
        return YamlDocuments.read(text).trouble()
                .map(where -> "Line %d: %s".formatted(where.position().line(), where.words())).orElse("");
    }

    private static int distance(String text, FilledTemplate made) {
        return FlatManifest.of(text).differences(FlatManifest.of(made.yaml()));
    }

    private String others(Map<String, String> answers) {
        return ground.template().parameters().stream()
                .filter(parameter -> !answers.getOrDefault(parameter.key(), parameter.usual())
                        .equals(settings.getOrDefault(parameter.key(), parameter.usual())))
                .map(parameter -> "“" + parameter.title() + "”").collect(Collectors.joining(" and "));
    }
}
