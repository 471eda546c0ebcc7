package tessera.launch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.launch.WorkloadTemplate.FilledTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/**
 * A manifest that is edited by answers to a template's questions and by hand, both kept in step.
 *
 * @param settings what is answered otherwise than is usual
 * @param filledTemplate   the template with these answers, which the text may go beyond
 * @param text     the manifest as it stands
 * @param unmappedEdits   what the text says that no answer does
 * @param syntaxProblem  where the text ceases to be YAML, in a sentence without a full stop; empty where it does not
 * @param obstacle which answer could not be put into what was typed, in a sentence without a full stop; empty for none
 */
public record WorkloadLaunchDraft(TemplateAndTargetCluster context, Map<String, String> settings,
        FilledTemplate filledTemplate, String text, List<UnmappedManualEdit> unmappedEdits, String syntaxProblem,
        String obstacle) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLaunchDraft.class);
    public WorkloadLaunchDraft {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        unmappedEdits = List.copyOf(unmappedEdits);
    }

    /** Returns a draft of answers alone, which are without problems. */
    public static WorkloadLaunchDraft of(WorkloadTemplate template, Map<String, String> settings,
            Optional<ManifestTargetCluster> cluster) {
        var targetCluster = new TemplateAndTargetCluster(template, cluster);
        var filled = targetCluster.fillTemplate(settings);
        return new WorkloadLaunchDraft(targetCluster, settings, filled, filled.yaml(), List.of(), "", "");
    }

    /** Returns whether the text is exactly the filled template. */
    public boolean isUnedited() {
        return text.equals(filledTemplate.yaml());
    }

    /** Returns the draft after manual edits, with the answers that these imply. */
    public WorkloadLaunchDraft withText(String typed) {
        var problem = YamlDocuments.read(typed).syntaxProblem();
        if (problem.isPresent()) {
            return new WorkloadLaunchDraft(context, settings, filledTemplate, typed, unmappedEdits,
                    MESSAGES.text("edit.line", problem.get().position().line(), problem.get().reason().text()), "");
        }
        return withAnswersOf(
                new ManifestTemplateAnswerReader(context, ManifestScalarIndex.parse(typed)).readAnswers(settings),
                typed);
    }

    private WorkloadLaunchDraft withAnswersOf(Map<String, String> answers, String typed) {
        var made = context.fillTemplate(answers);
        return new WorkloadLaunchDraft(context, answers, made, typed,
                ManifestScalarIndex.parse(typed).editsAgainst(ManifestScalarIndex.parse(made.yaml())), "", "");
    }

    /** Returns the draft after other answers, with only the affected parts of the text changed. The answers are without complaints. */
    public WorkloadLaunchDraft withAnswers(Map<String, String> answers) {
        var made = context.fillTemplate(answers);
        if (isUnedited()) {
            return of(context.template(), answers, context.cluster());
        }
        var merged = ThreeWayLineMerge.merge(filledTemplate.yaml(), text, made.yaml());
        if (merged.isPresent() && !syntaxProblem.isEmpty()) {
            return new WorkloadLaunchDraft(context, answers, made, merged.get(), unmappedEdits,
                    problemText(merged.get()), "");
        }
        if (merged.isPresent() && YamlDocuments.read(merged.get()).syntaxProblem().isEmpty()
                && distanceTo(merged.get(), made) <= distanceTo(text, filledTemplate)) {
            return withAnswersOf(answers, merged.get());
        }
        return new WorkloadLaunchDraft(context, settings, filledTemplate, text, unmappedEdits, syntaxProblem,
                MESSAGES.text("edit.conflict", changedTitles(answers)));
    }

    private static String problemText(String text) {
        return YamlDocuments.read(text).syntaxProblem()
                .map(where -> MESSAGES.text("edit.line", where.position().line(), where.reason().text())).orElse("");
    }

    private static int distanceTo(String text, FilledTemplate made) {
        return ManifestScalarIndex.parse(text).countDifferences(ManifestScalarIndex.parse(made.yaml()));
    }

    private List<String> changedTitles(Map<String, String> answers) {
        return context.template().parameters().stream()
                .filter(parameter -> !answers.getOrDefault(parameter.key(), parameter.defaultValue())
                        .equals(settings.getOrDefault(parameter.key(), parameter.defaultValue())))
                .map(parameter -> MESSAGES.text("edit.title", parameter.title())).toList();
    }
}
