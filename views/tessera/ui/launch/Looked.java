package tessera.ui.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.launch.Draft;
import tessera.launch.Parameter;
import tessera.launch.Template;
import tessera.lint.finding.Finding;
import tessera.lint.finding.Severity;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Surroundings;

/**
 * A draft with what the linter says of it.
 *
 * @param unchecked what it could not look at, in a sentence without a full stop; empty where it looked at all
 */
record Looked(Draft draft, Manifest manifest, List<Finding> findings, String unchecked) {

    private static final String WITHOUT_NODES = "Not checked against nodes, as they are not seen: whether one offers as much "
            + "of each device, has the labels and the driver, and which taints there are";

    /** It may be made while the form stands open: the preview asks the cluster anew. */
    private static final String NAMESPACE_ABSENT = "cluster-namespace-absent";
    /** Which question says what a rule is about. */
    private static final Map<String, String> ASKED = Map.ofEntries(Map.entry("cluster-amount-too-large", "count"),
            Map.entry("gpu-amount-not-whole", "count"), Map.entry("tpu-not-all-chips", "count"),
            Map.entry("cluster-resource-absent", "resource"), Map.entry("resource-name-wrong", "resource"),
            Map.entry(NAMESPACE_ABSENT, Template.NAMESPACE),
            Map.entry("cluster-selector-matches-nothing", "select"),
            Map.entry("cluster-taint-not-tolerated", "tolerations"), Map.entry("schedule-invalid", "schedule"),
            Map.entry("time-zone-unknown", "timeZone"), Map.entry("scaling-bounds", "most"));

    Looked {
        findings = List.copyOf(findings);
    }

    /**
     * What stands in a form.
     *
     * @param before   what it showed; null for a template that was not filled in yet
     * @param typed    what stands in the manifest by now
     * @param settings what the questions are answered by now, without complaints
     */
    record Written(Template template, @Nullable Draft before, String typed, Map<String, String> settings) {

        /**
         * What comes of it; takes its time.
         *
         * @param around the cluster, and what it has of what is named
         */
        Looked look(Offered offered, Surroundings around) {
            var draft = draft(offered);
            var manifest = Manifest.read(draft.text());
            boolean unseen = !around.seesNodes() && draft.trouble().isEmpty()
                    && manifest.objects().stream().anyMatch(object -> !object.templates().isEmpty());
            return new Looked(draft, manifest, offered.linter().check(manifest, Optional.of(around)),
                    unseen ? WITHOUT_NODES : "");
        }

        private Draft draft(Offered offered) {
            if (before == null) {
                return Draft.of(template, settings, Optional.of(offered.around()));
            }
            var draft = before.text().equals(typed) ? before : before.type(typed);
            var answers = answers(before, draft);
            return answers.equals(draft.settings()) ? draft : draft.answer(answers);
        }

        /** What was answered otherwise since, and else what was typed. */
        private Map<String, String> answers(Draft shown, Draft now) {
            var answers = new LinkedHashMap<>(now.settings());
            for (var key : template.parameters().stream().map(Parameter::key).toList()) {
                var answer = Optional.ofNullable(settings.get(key));
                if (!answer.equals(Optional.ofNullable(shown.settings().get(key)))) {
                    answer.ifPresentOrElse(said -> answers.put(key, said), () -> answers.remove(key));
                }
            }
            return answers;
        }
    }

    /** Why nothing can be launched, in a sentence without a full stop; empty if it can. */
    String complaint() {
        if (!draft.trouble().isEmpty()) {
            return draft.trouble();
        }
        return draft.obstacle().isEmpty()
                ? findings.stream().filter(finding -> finding.severity() == Severity.ERROR
                        && !finding.rule().id().equals(NAMESPACE_ABSENT)).findFirst()
                        .map(Finding::reason).orElse("")
                : draft.obstacle();
    }

    /** What is wrong with answers, by the questions. */
    Map<String, String> blamed() {
        var blamed = new LinkedHashMap<String, String>();
        // What is but not known is no mistake of an answer.
        findings.stream().filter(finding -> finding.severity() != Severity.HINT)
                .forEach(finding -> Optional.ofNullable(ASKED.get(finding.rule().id()))
                        .ifPresent(question -> blamed.putIfAbsent(question, finding.reason())));
        return blamed;
    }

    /** Words that name it on the command line. */
    List<String> origin() {
        return draft.plain() ? draft.filled().command() : List.of("-f", draft.ground().template().id() + ".yaml");
    }
}
