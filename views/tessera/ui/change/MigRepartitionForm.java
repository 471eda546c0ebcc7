package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.MigRepartitionFinder;
import tessera.gpu.MigRepartitionFinder.RepartitionCandidate;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.MigNodeLabels;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.RequestedMigLayout;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.MigLayoutEffect;
import tessera.scheduling.MigRepartitionOption;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.mig.CurrentMigGpuTileReader;
import tessera.ui.change.mig.MigBeforeAfterPaneFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;

/** Form for the node to repartition so that a pending pod gets its MIG instances. */
final class MigRepartitionForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigRepartitionForm.class);

    private final OpenClusterSource services;
    private final MigChangeFormFields fields = new MigChangeFormFields();
    private final ListView<MigRepartitionOption> list = new ListView<>();
    private final ObjectProperty<Optional<List<MigRepartitionOption>>> options = new SimpleObjectProperty<>(
            Optional.empty());
    private final BackgroundQuery<List<MigRepartitionOption>> search = new BackgroundQuery<>(this::showCandidates,
            problem -> showMessage(problem.problemText()));
    private final BackgroundQuery<MigLayoutEffect> present = new BackgroundQuery<>(this::drawEffect,
            problem -> showMessage(problem.problemText()));
    private final Label messageLabel = TextLabelFactory.wrapped("", "small", "muted");
    private final VBox drawing = new VBox();

    /**
     * One that looks for room at once.
     *
     * @param who      for which pods
     * @param requests of one of them
     * @param pod      one of them, as it is read or would be made
     */
    MigRepartitionForm(OpenClusterSource services, String who, ResourceAmounts requests,
            BackgroundQuery.QuerySource<PodSchedulingSpec> pod) {
        super(MESSAGES.text("repartition.title"), who);
        this.services = services;
        list.setId("room-nodes");
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new CandidateNodeCell());
        list.setPlaceholder(TextLabelFactory.label("", "muted"));
        VBox.setVgrow(list, Priority.ALWAYS);
        messageLabel.setId("room-told");
        var choose = new VBox(12, TextLabelFactory.wrapped(who, "strong"),
                TextLabelFactory.wrapped(
                        MESSAGES.text("repartition.requested", MigRepartitionFinder.requestedInstances(requests)),
                        "small", "muted"),
                messageLabel, list);
        choose.getStyleClass().add("mig-choose");
        var node = new BorderPane();
        node.setLeft(choose);
        node.setCenter(ScrollPaneFactory.verticalPane(drawing));
        setRoomyContent(node);
        list.getSelectionModel().selectedItemProperty().addListener((selected, before, selectedOption) -> drawCandidate(
                Optional.ofNullable(selectedOption).map(MigRepartitionOption::candidate).orElse(null)));
        var answers = Stream.concat(Stream.of(fields.answers()),
                Stream.of(options, list.getSelectionModel().selectedItemProperty())).toArray(Observable[]::new);
        evaluateWith(() -> setResult(problemText(), () -> intentFor(chosenCandidate().orElseThrow())), answers);
        showMessage(MESSAGES.text("repartition.searching"));
        search.submit(() -> MigRepartitionOption.findOptions(services.currentFleet(AcceleratorCatalog.standard()),
                pod.read(), services.clusterServices().objectSource()));
    }

    /** Returns the form for a pending pod. */
    static MigRepartitionForm forPod(OpenClusterSource services, PodSummary pod) {
        return new MigRepartitionForm(services, pod.key(), pod.requests(),
                () -> PodSchedulingSpec
                        .of(services.clusterServices().objectSource().find(ObjectRef.pod(pod.namespace(), pod.name()))
                                .orElseThrow(() -> new ProblemException(Problem.of(OperationProblemKind.NOT_FOUND,
                                        MESSAGES.reason("repartition.podGone", pod.key()))))));
    }

    private Optional<RepartitionCandidate> chosenCandidate() {
        return Optional.ofNullable(list.getSelectionModel().getSelectedItem()).map(MigRepartitionOption::candidate);
    }

    private void showMessage(String text) {
        messageLabel.setText(text);
    }

    private void showCandidates(List<MigRepartitionOption> candidates) {
        options.set(Optional.of(candidates));
        list.getItems().setAll(candidates);
        showMessage(candidates.isEmpty() ? MESSAGES.text("repartition.noNode") : MESSAGES.text("repartition.order"));
        list.getSelectionModel().selectFirst();
    }

    private void drawCandidate(@Nullable RepartitionCandidate candidate) {
        drawing.getChildren().clear();
        if (candidate == null) {
            return;
        }
        var node = candidate.node();
        present.submit(() -> new MigLayoutEffect(node.name(), candidate.layout().product().name(),
                node.info().nodeSummary().label(MigNodeLabels.CONFIG), CurrentMigGpuTileReader.tilesOf(services, node),
                layoutRequest(candidate).name(), candidate.layout().gpuPlans(), Map.of()));
    }

    private void drawEffect(MigLayoutEffect division) {
        drawing.getChildren().setAll(
                ChangePageBlockFactory.section(
                        ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.geometry"),
                                MESSAGES.text("mig.scale"), MigBeforeAfterPaneFactory.legendNode()),
                        MigBeforeAfterPaneFactory.paneOf(List.of(division))),
                ChangePageBlockFactory.section(fields.node(false)));
    }

    private static RequestedMigLayout.CustomMigLayout layoutRequest(RepartitionCandidate candidate) {
        return RequestedMigLayout.CustomMigLayout.of(candidate.layout().toConfigEntries());
    }

    private String problemText() {
        if (options.get().isEmpty()) {
            return MESSAGES.text("repartition.searching");
        }
        if (chosenCandidate().isEmpty()) {
            return MESSAGES.text("repartition.nodeMissing");
        }
        return fields.problemText();
    }

    private ChangeIntent intentFor(RepartitionCandidate candidate) {
        return new ApplyMigConfigIntent(TargetNodeSelection.of(candidate.node().name()), layoutRequest(candidate),
                fields.drainTerms(), fields.timeLimit(), false);
    }

    /** List cell of a candidate. */
    private static final class CandidateNodeCell extends ListCell<MigRepartitionOption> {

        @Override
        protected void updateItem(@Nullable MigRepartitionOption option, boolean empty) {
            super.updateItem(option, empty);
            if (empty || option == null) {
                setGraphic(null);
                return;
            }
            var candidate = option.candidate();
            var gpus = candidate.changed().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
            var text = MESSAGES.text("repartition.entry", gpus, candidate.pods());
            var box = new VBox(1, TextLabelFactory.shrinkable(candidate.node().name(), "strong"),
                    TextLabelFactory.shrinkable(text, "small", "muted"));
            var missing = option.remainingProblems().isEmpty() ? ""
                    : MESSAGES.text("repartition.stillBlocked", option.remainingProblems().getFirst());
            if (!missing.isEmpty()) {
                box.getChildren().add(TextLabelFactory.shrinkable(missing, "small", "danger-text"));
            }
            box.setPrefWidth(0);
            setGraphic(box);
            setAccessibleText(candidate.node().name() + ", " + text + OptionalText.prefixed(", ", missing));
        }
    }

    @Override
    protected void focus() {
        list.requestFocus();
    }
}
