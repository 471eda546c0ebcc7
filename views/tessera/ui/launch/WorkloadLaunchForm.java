package tessera.ui.launch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.insight.AcceleratorCatalog;
import tessera.launch.WorkloadLaunchDraft;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.launch.WorkloadTemplateParameter;
import tessera.model.Problem;
import tessera.plan.PlanPreview;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkload;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.change.FormIntentResult;
import tessera.ui.change.RecomputingChangeForm;
import tessera.ui.change.SchedulingRemedyChanges;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.launch.LintedLaunchDraft.LaunchFormContents;

/** Form for a workload: template, parameters, and the resulting manifest beside them. */
final class WorkloadLaunchForm implements RecomputingChangeForm {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String ASKED = "The cluster is asked what it has";
    private static final String LOOKING = "Looking what the cluster offers…";

    private final WorkloadTemplateList list = new WorkloadTemplateList(this::lackText, this::choose);
    private final VBox place = new VBox();
    private final Map<String, WorkloadLaunchDraft> drafts = new HashMap<>();
    private final ManifestPodFitReader fitting;
    private final LaunchManifestEditor outlook;
    private final ScrollPane questions = ScrollPaneFactory.verticalPane(place);
    private final BorderPane node = new BorderPane();
    private final FormIntentResult result = new FormIntentResult();
    private final ManifestReferenceLookup named;
    private final BackgroundQuery<LintedLaunchDraft> looking = new BackgroundQuery<>(this::showDraft,
            this::showProblem);
    private final BackgroundQuery<AvailableLaunchChoices> asking = new BackgroundQuery<>(this::applyOffer,
            this::showUnreachable);
    private final BackgroundQuery.QuerySource<AvailableLaunchChoices> offer;
    private @Nullable AvailableLaunchChoices offered;
    private @Nullable WorkloadLaunchDraft draft;
    private boolean printing;
    private TemplateParameterFields fields;
    private WorkloadTemplate template = WorkloadTemplateLibrary.bundled().templates().getFirst();

    WorkloadLaunchForm(AppServices desk, AcceleratorCatalog accelerators, SchedulingRemedyChanges remedies) {
        fitting = new ManifestPodFitReader(desk, accelerators, remedies);
        named = new ManifestReferenceLookup(desk, this::evaluate);
        outlook = new LaunchManifestEditor(this::evaluate, this::fillAgain, fitting.node());
        fields = new TemplateParameterFields(template, Map.of(), this::evaluate);
        result.setProblem(LOOKING);
        var asked = new BorderPane(questions);
        asked.getStyleClass().add("launch-questions");
        node.setLeft(list.node());
        var both = new BorderPane(outlook.node());
        both.setLeft(asked);
        node.setCenter(both);
        list.selectFirst();
        offer = () -> AvailableLaunchChoices.read(desk, accelerators);
        asking.submit(offer);
    }

    /** Offers a retry, because nothing can be filled in without the cluster's offer. */
    private void showUnreachable(Problem problem) {
        showProblem(problem);
        outlook.showUnreachable(problem.problemText(), () -> {
            result.setProblem(LOOKING);
            outlook.showMissing(ASKED);
            asking.submit(offer);
        });
    }

    private String lackText(WorkloadTemplate one) {
        var known = offered;
        return known == null ? "" : known.lackText(one);
    }

    private void applyOffer(AvailableLaunchChoices known) {
        offered = known;
        list.offer(known.templates());
        fields.offerChoices(known);
        fields.setDefault(WorkloadTemplate.NAMESPACE, known.namespaces(), known.defaultNamespace());
        evaluate();
    }

    private void showProblem(Problem problem) {
        result.setProblem(problem.problemText());
    }

    private void choose(WorkloadTemplate chosen) {
        rememberDraft();
        var kept = keptSettings(chosen);
        template = chosen;
        draft = drafts.get(chosen.id());
        var known = offered;
        var before = draft;
        fields = new TemplateParameterFields(chosen, before == null ? kept : before.settings(), this::evaluate);
        outlook.clear();
        if (before == null) {
            fitting.clear();
        } else {
            outlook.show(before, List.of(), "");
        }
        if (known != null) {
            fields.offerChoices(known);
            if (before == null && kept.isEmpty() && chosen.isNamespaceOpen()) {
                fields.setDefault(WorkloadTemplate.NAMESPACE, known.namespaces(), known.defaultNamespace());
            }
        }
        place.getChildren().setAll(fields.node());
        questions.setVvalue(0);
        evaluate();
    }

    /** Returns the namespace of the template before, where it was answered and the new template leaves it open. */
    private Map<String, String> keptSettings(WorkloadTemplate chosen) {
        var known = offered;
        var said = fields.settings().get(WorkloadTemplate.NAMESPACE);
        var here = said == null && template.isNamespaceOpen()
                ? template.findParameter(WorkloadTemplate.NAMESPACE).map(WorkloadTemplateParameter::defaultValue)
                        .orElse(null)
                : said;
        boolean free = chosen.isNamespaceOpen()
                || (said != null && known != null && !known.defaultNamespace().equals(said));
        return here != null && known != null && free ? Map.of(WorkloadTemplate.NAMESPACE, here) : Map.of();
    }

    /** Keeps the edits of the current template, even if they were not evaluated yet. */
    private void rememberDraft() {
        var shown = draft;
        if (shown != null && !shown.text().equals(outlook.text())) {
            drafts.put(template.id(), shown.withText(outlook.text()));
        }
    }

    private void fillAgain() {
        draft = null;
        evaluate();
    }

    /** Evaluates the answers and edits, and shows the problems. */
    private void evaluate() {
        var known = offered;
        if (printing) {
            return;
        }
        if (known == null) {
            outlook.showMissing(ASKED);
            return;
        }
        var settings = template.asksNamespace() ? fields.settings()
                : template.withHomeNamespace(known.defaultNamespace(), fields.settings());
        var wrong = template.findProblems(settings);
        looking.cancel();
        fields.markWrong(wrong);
        if (!wrong.isEmpty()) {
            var first = wrong.values().iterator().next();
            result.setProblem(first);
            outlook.showMissing(first);
            fitting.postpone("judged once the answers are mended");
            return;
        }
        var shown = draft;
        var written = new LaunchFormContents(template, shown, outlook.text(), settings);
        result.setProblem("");
        var around = named.environment(known.environment());
        looking.submit(() -> written.evaluate(known, around));
    }

    private void showDraft(LintedLaunchDraft looked) {
        var known = offered;
        var now = looked.draft();
        draft = now;
        drafts.put(template.id(), now);
        if (now.obstacle().isEmpty()) {
            printing = true;
            fields.setAnswers(now.settings());
            printing = false;
        }
        showAvailability(now);
        fields.markWrong(looked.wrongAnswers());
        outlook.show(now, looked.findings(), looked.uncheckedText());
        fitting.check(now);
        if (known != null) {
            named.lookUp(looked.manifest(), now.filledTemplate().namespace(), known.environment());
        }
        var wrong = looked.problemText();
        result.set(wrong.isEmpty() ? lackText(template) : wrong,
                () -> new LaunchWorkload(looked.manifest().title(), looked.commandArguments(), now.text(),
                        looked.manifest().namespaceOr(now.filledTemplate().namespace()), PATIENCE));
    }

    private void showAvailability(WorkloadLaunchDraft now) {
        var known = offered;
        var all = now.filledTemplate().settings();
        var namespace = now.filledTemplate().namespace();
        if (known != null) {
            printing = true;
            fields.offerQueues(known.choices().queues().localQueues().namesIn(namespace));
            printing = false;
        }
        fields.showAvailability(known == null ? "" : known.availabilityText(all, namespace),
                all.getOrDefault("tolerations", ""));
    }

    @Override
    public String title() {
        return "Launch a workload";
    }

    @Override
    public String subjectText() {
        return "from a template";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean fillsSheet() {
        return true;
    }

    @Override
    public FormIntentResult result() {
        return result;
    }

    @Override
    public void goTo(PlanPreview preview) {
        outlook.goTo(preview);
    }

    @Override
    public void focus() {
        fitting.checkAgain();
        named.forget();
        list.focus();
    }
}
