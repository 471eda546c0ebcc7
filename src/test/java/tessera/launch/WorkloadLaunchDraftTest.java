package tessera.launch;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is typed into a manifest becomes an answer where it can, and stays as it is typed where it cannot. */
class WorkloadLaunchDraftTest {

    private static final WorkloadTemplateLibrary TEMPLATES = WorkloadTemplateLibrary.bundled();

    /** One for each file; others differ from it in what is usual only. */
    static Collection<WorkloadTemplate> templates() {
        var templates = new LinkedHashMap<String, WorkloadTemplate>();
        TEMPLATES.templates().forEach(template -> templates.putIfAbsent(template.text(), template));
        return templates.values();
    }

    private static Map<String, String> needed(WorkloadTemplate template) {
        var settings = new HashMap<String, String>();
        template.parameters().stream().filter(one -> one.required() && one.defaultValue().isEmpty())
                .forEach(one -> settings.put(one.key(), switch (one.key()) {
                    case "resource" -> "example.com/dongle";
                    case "url" -> "https://models.example/model.gguf";
                    default -> "registry.example/work:1.0";
                }));
        return settings;
    }

    private static String other(WorkloadTemplateParameter parameter) {
        return !parameter.values().isEmpty() ? "gke" : switch (parameter.type()) {
            case NAME -> "another";
            case IMAGE -> "registry.example/other:2";
            case RESOURCE -> "example.com/" + parameter.key();
            case COUNT -> "7";
            case QUANTITY -> "13Gi";
            case WORDS -> "other --words 'of two'";
            case TEXT -> "/other";
            case FLAG -> "true";
            case LABELS -> "pool=train";
            case TOLERATIONS -> "dedicated=train:NoSchedule,spot:NoExecute";
            case SCHEDULE -> "1 2 * * *";
            case ZONE -> "Europe/Berlin";
            case ADDRESS -> "https://other.example/model";
        };
    }

    private static WorkloadLaunchDraft draft(String id) {
        return WorkloadLaunchDraft.of(TEMPLATES.findTemplate(id).orElseThrow(), Map.of(), Optional.empty());
    }

    @Test
    void wordsWithQuotesBecomeTheAnswerThatMakesThemAgain() {
        var template = TEMPLATES.findTemplate("pod").orElseThrow();
        var text = "[\"sh\", \"-c\", \"echo it's \\\"good\\\" \\\\d\"]";
        var start = template.fill(Map.of("command", "sh"), Optional.empty()).yaml();
        var typed = WorkloadLaunchDraft.of(template, Map.of("command", "sh"), Optional.empty())
                .withText(start.replace("[\"sh\"]", text));

        assertThat(typed.unmappedEdits()).isEmpty();
        assertThat(template.problemTexts(typed.settings())).isEmpty();
        assertThat(template.fill(typed.settings(), Optional.empty()).yaml()).contains("command: " + text);
    }

    @ParameterizedTest
    @MethodSource("templates")
    void whatTheQuestionsCanSayIsAnsweredByTypingItIntoTheManifest(WorkloadTemplate template) {
        var draft = WorkloadLaunchDraft.of(template, needed(template), Optional.empty());
        for (var parameter : template.parameters()) {
            var settings = new HashMap<>(needed(template));
            settings.put(parameter.key(), other(parameter));
            var typed = template.fill(settings, Optional.empty()).yaml();

            var after = draft.withText(typed);
            assertThat(after.unmappedEdits()).as(parameter.key() + "\n" + typed).isEmpty();
            assertThat(after.settings()).as(parameter.key()).isEqualTo(settings);
            assertThat(after.text()).isEqualTo(typed);
        }
    }

    @ParameterizedTest
    @MethodSource("templates")
    void allAnswersCanBeTypedAtOnce(WorkloadTemplate template) {
        var settings = new HashMap<String, String>();
        template.parameters().forEach(parameter -> settings.put(parameter.key(), other(parameter)));
        var typed = template.fill(settings, Optional.empty()).yaml();

        var after = WorkloadLaunchDraft.of(template, needed(template), Optional.empty()).withText(typed);
        assertThat(after.unmappedEdits()).as(typed).isEmpty();
        assertThat(after.filledTemplate().yaml().replaceAll("(?m)^ *#.*\n", "")).as("but for comments")
                .isEqualTo(typed.replaceAll("(?m)^ *#.*\n", ""));
    }

    @Test
    void whatNoQuestionAsksStaysAsTypedAndIsToldWithItsLine() {
        var draft = draft("pod");
        var typed = draft.text()
                .replace("  restartPolicy: Never\n", "  restartPolicy: Never\n  hostNetwork: true # why\n")
                .replaceFirst("( +)image: .*\n", "$0$1imagePullPolicy: Always\n")
                .replace("drop: [ALL]", "drop: [NET_RAW]");
        var after = draft.withText(typed);

        assertThat(after.settings()).isEmpty();
        assertThat(after.unmappedEdits()).extracting(UnmappedManualEdit::path).containsExactly("spec.hostNetwork",
                "spec.containers[main].imagePullPolicy", "spec.containers[main].securityContext.capabilities.drop.0");
        assertThat(after.unmappedEdits().getFirst()).hasToString("spec.hostNetwork (line 8)");

        var answered = after.withAnswers(Map.of("image", "registry.example/work:2", "count", "4", "root", "true"));
        assertThat(answered.obstacle()).isEmpty();
        assertThat(answered.text()).contains("hostNetwork: true # why", "image: registry.example/work:2\n",
                "imagePullPolicy: Always", "drop: [NET_RAW]", "nvidia.com/gpu: 4").doesNotContain("runAsNonRoot");
        assertThat(answered.unmappedEdits()).hasSameSizeAs(after.unmappedEdits());
        assertThat(answered.withText(answered.text().replace("gpu: 4", "gpu: 2")).settings())
                .containsEntry("count", "2").containsEntry("image", "registry.example/work:2");
    }

    @Test
    void whatIsTakenAwayStaysAwayWhateverIsAnswered() {
        var draft = draft("job");
        var after = draft.withText(draft.text().replaceFirst("(?m)^ *ttlSecondsAfterFinished: .*\n", ""));

        assertThat(after.unmappedEdits()).singleElement().hasToString("spec.ttlSecondsAfterFinished (removed)");
        assertThat(after.withAnswers(Map.of("name", "another")).text()).contains("name: another")
                .doesNotContain("ttlSecondsAfterFinished");
    }

    @Test
    void whatIsNoYamlIsSaidWithItsLineAndNothingOfItIsLost() {
        var draft = draft("pod");
        var broken = draft.text().replace("spec:\n", "spec:\n  hostname: [a\n");
        var after = draft.withText(broken);

        assertThat(after.syntaxProblem()).matches("Line \\d+: .+");
        assertThat(after.text()).isEqualTo(broken);
        var answered = after.withAnswers(Map.of("name", "another"));
        assertThat(answered.syntaxProblem()).isNotEmpty();
        assertThat(answered.text()).contains("name: another", "hostname: [a\n");
        var mended = answered.withText(answered.text().replace("[a\n", "a\n"));
        assertThat(mended.syntaxProblem()).isEmpty();
        assertThat(mended.settings()).containsEntry("name", "another");
        assertThat(mended.unmappedEdits()).extracting(UnmappedManualEdit::path).containsExactly("spec.hostname");
    }

    @Test
    void anAnswerThatWhatWasTypedStandsInTheWayOfIsSaidAndTheManifestStays() {
        var draft = draft("pod");
        var typed = draft.withText(draft.text().replaceFirst("image: .*", "image: [\"no name\"]"));
        var after = typed.withAnswers(Map.of("image", "registry.example/work:2"));

        assertThat(after.obstacle()).startsWith("Your edits conflict with “Image”.");
        assertThat(after.text()).isEqualTo(typed.text());
        assertThat(after.settings()).isEmpty();
    }

    @Test
    void anotherDocumentAndWhatWouldBeWrongAreKept() {
        var draft = draft("pod");
        var after = draft.withText(draft.text().replace("gpu: 1", "gpu: 80") + "---\napiVersion: v1\nkind: ConfigMap\n"
                + "metadata:\n  name: more\n");

        assertThat(after.settings()).isEmpty();
        assertThat(after.unmappedEdits()).extracting(UnmappedManualEdit::path)
                .containsExactly("spec.containers[main].resources.limits.nvidia.com/gpu", "ConfigMap");
        assertThat(after.withAnswers(Map.of("namespace", "ml")).text()).contains("gpu: 80", "namespace: ml",
                "name: more");
    }
}
