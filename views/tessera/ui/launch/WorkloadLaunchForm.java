package tessera.ui.launch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog;
import tessera.launch.WorkloadLaunchDraft;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.launch.WorkloadTemplateParameter;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestExternalReferences;
import tessera.lint.manifest.ManifestObjectReference;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.Problem;
import tessera.plan.PlanPreview;
import tessera.plan.context.LintClusterContextReader;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.UserSettingsAccess;
import tessera.ui.change.ChangeIntentForm;
import tessera.ui.change.SchedulingRemedyOfferBuilder;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;

/** Form for a workload: template, parameters, and the resulting manifest beside them. */
final class WorkloadLaunchForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLaunchForm.class);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final WorkloadTemplateList list = new WorkloadTemplateList(this::lackText, this::choose);
    private final VBox contentBox = new VBox();
    private final Map<String, WorkloadLaunchDraft> drafts = new HashMap<>();
    private final ManifestPodFitPane fitting;
    private final WorkloadLaunchManifestEditor outlook;
    private final ScrollPane fieldsPane = ScrollPaneFactory.verticalPane(contentBox);
    private final ManifestReferenceLookup lookup;
    private final BackgroundQuery<LintedWorkloadLaunchDraft> backgroundQuery = new BackgroundQuery<>(this::showDraft,
            this::showProblem);
    private final BackgroundQuery<AvailableWorkloadLaunchChoices> choicesQuery = new BackgroundQuery<>(this::applyOffer,
            this::showUnreachable);
    private final BackgroundQuery.QuerySource<AvailableWorkloadLaunchChoices> source;
    private @Nullable AvailableWorkloadLaunchChoices offered;
    private @Nullable WorkloadLaunchDraft draft;
    private boolean updating;
    private WorkloadTemplateParameterFields fields;
    private WorkloadTemplate template = WorkloadTemplateLibrary.bundled().templates().getFirst();

    WorkloadLaunchForm(OpenClusterSource services, UserSettingsAccess preferences, AcceleratorCatalog accelerators,
            SchedulingRemedyOfferBuilder remedies) {
        super(MESSAGES.text("form.title"), MESSAGES.text("form.subject"));
        fitting = new ManifestPodFitPane(services, accelerators, remedies);
        lookup = new ManifestReferenceLookup(services, this::evaluate);
        outlook = new WorkloadLaunchManifestEditor(this::evaluate, this::fillAgain, fitting.node());
        fields = new WorkloadTemplateParameterFields(template, Map.of(), this::evaluate);
        setProblem(MESSAGES.text("form.reading"));
        var asked = LayoutBoxFactory.withStyle(new BorderPane(fieldsPane), "launch-questions");
        var node = new BorderPane();
        node.setLeft(list.node());
        var both = new BorderPane(outlook.node());
        both.setLeft(asked);
        node.setCenter(both);
        setRoomyContent(node);
        list.selectFirst();
        source = () -> AvailableWorkloadLaunchChoices.read(services, preferences, accelerators);
        choicesQuery.submit(source);
    }

    /** Offers a retry, because nothing can be filled in without the cluster's offer. */
    private void showUnreachable(Problem problem) {
        showProblem(problem);
        outlook.showUnreachable(problem.problemText(), () -> {
            setProblem(MESSAGES.text("form.reading"));
            outlook.showMissing(MESSAGES.text("form.asking"));
            choicesQuery.submit(source);
        });
    }

    private String lackText(WorkloadTemplate one) {
        var choices = offered;
        return choices == null ? "" : choices.lackText(one);
    }

    private void applyOffer(AvailableWorkloadLaunchChoices choices) {
        offered = choices;
        list.offer(choices.templates());
        fields.offerChoices(choices);
        fields.setDefault(WorkloadTemplateParameter.NAMESPACE, choices.namespaces(), choices.defaultNamespace());
        evaluate();
    }

    private void showProblem(Problem problem) {
        setProblem(problem.problemText());
    }

    private void choose(WorkloadTemplate selectedTemplate) {
        rememberDraft();
        var kept = keptSettings(selectedTemplate);
        template = selectedTemplate;
        draft = drafts.get(selectedTemplate.id());
        var choices = offered;
        var before = draft;
        fields = new WorkloadTemplateParameterFields(selectedTemplate, before == null ? kept : before.settings(),
                this::evaluate);
        outlook.clear();
        if (before == null) {
            fitting.clear();
        } else {
            outlook.show(before, List.of(), "");
        }
        if (choices != null) {
            fields.offerChoices(choices);
            if (before == null && kept.isEmpty() && selectedTemplate.isNamespaceOpen()) {
                fields.setDefault(WorkloadTemplateParameter.NAMESPACE, choices.namespaces(),
                        choices.defaultNamespace());
            }
        }
        contentBox.getChildren().setAll(fields.node());
        fieldsPane.setVvalue(0);
        evaluate();
    }

    /** Returns the namespace of the template before, where it was answered and the new template leaves it open. */
    private Map<String, String> keptSettings(WorkloadTemplate selectedTemplate) {
        var choices = offered;
        var said = fields.settings().get(WorkloadTemplateParameter.NAMESPACE);
        var here = said == null && template.isNamespaceOpen()
                ? template.findParameter(WorkloadTemplateParameter.NAMESPACE)
                        .map(WorkloadTemplateParameter::defaultValue).orElse(null)
                : said;
        boolean free = selectedTemplate.isNamespaceOpen()
                || (said != null && choices != null && !choices.defaultNamespace().equals(said));
        if (here != null && choices != null && free) {
            return Map.of(WorkloadTemplateParameter.NAMESPACE, here);
        }
        return Map.of();
    }

    /** Keeps the edits of the current template, even if they were not evaluated yet. */
    private void rememberDraft() {
        var displayedLaunchDraft = draft;
        if (displayedLaunchDraft != null && !displayedLaunchDraft.text().equals(outlook.text())) {
            drafts.put(template.id(), displayedLaunchDraft.withText(outlook.text()));
        }
    }

    private void fillAgain() {
        draft = null;
        evaluate();
    }

    /** Evaluates the answers and edits, and shows the problems. */
    private void evaluate() {
        var choices = offered;
        if (updating) {
            return;
        }
        if (choices == null) {
            outlook.showMissing(MESSAGES.text("form.asking"));
            return;
        }
        var settings = template.asksNamespace() ? fields.settings()
                : template.withHomeNamespace(choices.defaultNamespace(), fields.settings());
        var wrong = template.findProblems(settings);
        backgroundQuery.cancel();
        fields.markWrong(wrong);
        if (!wrong.isEmpty()) {
            var first = wrong.values().iterator().next();
            setProblem(first);
            outlook.showMissing(first);
            fitting.postpone(MESSAGES.text("fit.invalid"));
            return;
        }
        var displayedLaunchDraft = draft;
        var written = new LintedWorkloadLaunchDraft.LaunchFormContents(template, displayedLaunchDraft, outlook.text(),
                settings);
        setProblem("");
        var targetCluster = lookup.environment(choices.environment());
        backgroundQuery.submit(() -> written.evaluate(choices, targetCluster));
    }

    private void showDraft(LintedWorkloadLaunchDraft looked) {
        var choices = offered;
        var now = looked.draft();
        draft = now;
        drafts.put(template.id(), now);
        if (now.obstacle().isEmpty()) {
            updating = true;
            fields.setAnswers(now.settings());
            updating = false;
        }
        showAvailability(now);
        fields.markWrong(looked.wrongAnswers());
        outlook.show(now, looked.findings(), looked.uncheckedText());
        fitting.check(now);
        if (choices != null) {
            lookup.lookUp(looked.manifest(), now.filledTemplate().namespace(), choices.environment());
        }
        var wrong = looked.problemText();
        setResult(wrong.isEmpty() ? lackText(template) : wrong,
                () -> new LaunchWorkloadIntent(looked.manifest().title(), looked.commandArguments(), now.text(),
                        looked.manifest().namespaceOr(now.filledTemplate().namespace()), PATIENCE));
    }

    private void showAvailability(WorkloadLaunchDraft now) {
        var choices = offered;
        var all = now.filledTemplate().settings();
        var namespace = now.filledTemplate().namespace();
        if (choices != null) {
            updating = true;
            fields.offerQueues(choices.choices().queues().localQueues().namesIn(namespace));
            updating = false;
        }
        fields.showAvailability(choices == null ? "" : choices.availabilityText(all, namespace),
                all.getOrDefault("tolerations", ""));
    }

    @Override
    protected void goTo(PlanPreview preview) {
        outlook.goTo(preview);
    }

    @Override
    protected void focus() {
        fitting.checkAgain();
        lookup.forget();
        list.focus();
    }

    /** Looks up whether the objects that a manifest references exist in the cluster, while it is written. FX thread. */
    private static final class ManifestReferenceLookup {

        /** Who types is not looked after at every letter. */
        private static final Duration PAUSE = Duration.ofMillis(300);

        private final OpenClusterSource services;
        private final BackgroundQuery<ReferenceLookupResult> backgroundQuery;
        private Optional<ReferenceLookupResult> lastResult = Optional.empty();

        /** @param told called whenever something else is known */
        ManifestReferenceLookup(OpenClusterSource services, Runnable told) {
            this.services = services;
            backgroundQuery = new BackgroundQuery<>(now -> {
                lastResult = Optional.of(now);
                told.run();
            }, problem -> {
                // The preview asks once more, and says what it cannot know.
            });
        }

        /** The referenced objects and the environment that they were found in. */
        private record ReferenceLookupResult(Set<ManifestObjectReference> references, String namespace,
                ManifestTargetCluster environment) {}

        /** Returns the environment with the objects that were looked up so far. */
        ManifestTargetCluster environment(ManifestTargetCluster cluster) {
            return lastResult.map(ReferenceLookupResult::environment).orElse(cluster);
        }

        /** Looks up the objects that a manifest references, unless they are known. */
        void lookUp(KubernetesManifest kubernetesManifest, String namespace, ManifestTargetCluster cluster) {
            var named = Set.copyOf(ManifestExternalReferences.referencesOf(kubernetesManifest).keySet());
            backgroundQuery.cancel();
            boolean same = lastResult
                    .filter(answer -> answer.references().equals(named) && answer.namespace().equals(namespace))
                    .isPresent();
            if (!same && (!named.isEmpty() || lastResult.isPresent())) {
                backgroundQuery.submit(() -> {
                    Thread.sleep(PAUSE);
                    return new ReferenceLookupResult(named, namespace,
                            new LintClusterContextReader(services.clusterServices().planLookups())
                                    .withReferences(cluster, named, namespace));
                });
            }
        }

        /** Forgets the lookups, because the cluster may have changed. */
        void forget() {
            backgroundQuery.cancel();
            lastResult = Optional.empty();
        }
    }
}
