package tessera.ui.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.launch.WorkloadLaunchDraft;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateParameter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.text.MessageCatalog;

/**
 * A draft with its lint findings.
 *
 * @param uncheckedText what it could not look at, in a sentence without a full stop; empty where it looked at all
 */
record LintedWorkloadLaunchDraft(WorkloadLaunchDraft draft, KubernetesManifest manifest, List<LintFinding> findings,
        String uncheckedText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LintedWorkloadLaunchDraft.class);

    /** It may be made while the form stands open: the preview asks the cluster anew. */
    private static final String NAMESPACE_ABSENT = "cluster-namespace-absent";
    /** Which question says what a rule is about. */
    private static final Map<String, String> ASKED = Map.ofEntries(Map.entry("cluster-amount-too-large", "count"),
            Map.entry("gpu-amount-not-whole", "count"), Map.entry("tpu-not-all-chips", "count"),
            Map.entry("cluster-resource-absent", "resource"), Map.entry("resource-name-wrong", "resource"),
            Map.entry(NAMESPACE_ABSENT, WorkloadTemplateParameter.NAMESPACE),
            Map.entry("cluster-selector-matches-nothing", "select"),
            Map.entry("cluster-taint-not-tolerated", "tolerations"), Map.entry("schedule-invalid", "schedule"),
            Map.entry("time-zone-unknown", "timeZone"), Map.entry("scaling-bounds", "most"));

    LintedWorkloadLaunchDraft {
        findings = List.copyOf(findings);
    }

    /**
     * The contents of a form: template, previous draft, edited text, settings.
     *
     * @param before   what it showed; null for a template that was not filled in yet
     * @param currentText    what stands in the manifest by now
     * @param settings what the questions are answered by now, without complaints
     */
    record LaunchFormContents(WorkloadTemplate template, @Nullable WorkloadLaunchDraft before, String currentText,
            Map<String, String> settings) {

        /**
         * Evaluates the contents; takes a while.
         *
         * @param targetCluster the cluster, and what it has of what is named
         */
        LintedWorkloadLaunchDraft evaluate(AvailableWorkloadLaunchChoices offered,
                ManifestTargetCluster targetCluster) {
            var draft = createDraft(offered);
            var kubernetesManifest = KubernetesManifest.read(draft.text());
            boolean unseen = !targetCluster.seesNodes() && draft.syntaxProblem().isEmpty()
                    && kubernetesManifest.objects().stream().anyMatch(object -> !object.templates().isEmpty());
            return new LintedWorkloadLaunchDraft(draft, kubernetesManifest,
                    offered.linter().check(kubernetesManifest, Optional.of(targetCluster)),
                    unseen ? MESSAGES.text("lint.withoutNodes") : "");
        }

        private WorkloadLaunchDraft createDraft(AvailableWorkloadLaunchChoices offered) {
            if (before == null) {
                return WorkloadLaunchDraft.of(template, settings, Optional.of(offered.environment()));
            }
            var draft = before.text().equals(currentText) ? before : before.withText(currentText);
            var answers = mergeAnswers(before, draft);
            return answers.equals(draft.settings()) ? draft : draft.withAnswers(answers);
        }

        /** Returns the answers that changed since, and else what was typed in the manifest. */
        private Map<String, String> mergeAnswers(WorkloadLaunchDraft displayedLaunchDraft, WorkloadLaunchDraft now) {
            var answers = new LinkedHashMap<>(now.settings());
            for (var key : template.parameters().stream().map(WorkloadTemplateParameter::key).toList()) {
                var answer = Optional.ofNullable(settings.get(key));
                if (!answer.equals(Optional.ofNullable(displayedLaunchDraft.settings().get(key)))) {
                    answer.ifPresentOrElse(said -> answers.put(key, said), () -> answers.remove(key));
                }
            }
            return answers;
        }
    }

    /** Returns why nothing can be launched, without a full stop; empty if it can. */
    String problemText() {
        if (!draft.syntaxProblem().isEmpty()) {
            return draft.syntaxProblem();
        }
        if (draft.obstacle().isEmpty()) {
            return findings.stream()
                    .filter(finding -> finding.severity() == LintSeverity.ERROR
                            && !finding.rule().id().equals(NAMESPACE_ABSENT))
                    .findFirst().map(LintFinding::reasonText).orElse("");
        }
        return draft.obstacle();
    }

    /** Returns the problems with answers, by parameter key. */
    Map<String, String> wrongAnswers() {
        var blamed = new LinkedHashMap<String, String>();
        // What is but not known is no mistake of an answer.
        for (var finding : findings.stream().filter(finding -> finding.severity() != LintSeverity.HINT).toList()) {
            Optional.ofNullable(ASKED.get(finding.rule().id()))
                    .ifPresent(question -> blamed.putIfAbsent(question, finding.reasonText()));
        }
        return blamed;
    }

    /** Returns the arguments that name the draft on the command line. */
    List<String> commandArguments() {
        if (draft.isUnedited()) {
            return draft.filledTemplate().command();
        }
        return List.of("-f", draft.context().template().id() + ".yaml");
    }
}
