package tessera.ui.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.MigRepartitioning;
import tessera.insight.MigRepartitioning.RepartitionCandidate;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ResourceAmounts;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.MigLayoutRequest;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeTargets;
import tessera.plan.model.MigLayoutEffect;
import tessera.scheduling.MigRoom;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.mig.GeometryPane;
import tessera.ui.change.mig.PresentGpus;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;

/** Which node is to be divided anew so that a pod that waits finds the MIG instances it wants. */
final class RoomForm implements ChangeForm {

    private final AppServices desk;
    private final String who;
    private final MigTerms terms = new MigTerms();
    private final ListView<MigRoom> list = new ListView<>();
    private final ObjectProperty<Optional<List<MigRoom>>> known = new SimpleObjectProperty<>(Optional.empty());
    private final AsyncQuery<List<MigRoom>> search = new AsyncQuery<>(this::show, why -> say(why.sentence()));
    private final AsyncQuery<MigLayoutEffect> present = new AsyncQuery<>(this::draw, why -> say(why.sentence()));
    private final Label told = SelectableText.wrapped("", "small", "muted");
    private final VBox drawing = new VBox();
    private final BorderPane node = new BorderPane();
    private final ObservableValue<Optional<ChangeIntent>> intent;
    private final ObservableValue<String> complaint;

    /**
     * One that looks for room at once.
     *
     * @param who      for which pods
     * @param requests of one of them
     * @param pod      one of them, as it is read or would be made
     */
    RoomForm(AppServices desk, String who, ResourceAmounts requests, AsyncQuery.QuerySource<PodSchedulingSpec> pod) {
        this.desk = desk;
        this.who = who;
        list.setId("room-nodes");
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new CandidateCell());
        list.setPlaceholder(SelectableText.label("", "muted"));
        VBox.setVgrow(list, Priority.ALWAYS);
        told.setId("room-told");
        var choose = new VBox(12, SelectableText.wrapped(who, "strong"),
                SelectableText.wrapped("wants " + MigRepartitioning
                        .wanted(requests), "small", "muted"),
                told, list);
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(ScrolledPage.down(drawing));
        list.getSelectionModel().selectedItemProperty()
                .addListener((selected, before, chosen) -> draw(Optional.ofNullable(chosen).map(MigRoom::candidate)
                        .orElse(null)));
        var answers = Stream.concat(Stream.of(terms.answers()),
                Stream.of(known, list.getSelectionModel().selectedItemProperty())).toArray(Observable[]::new);
        complaint = Bindings.createStringBinding(this::mistake, answers);
        intent = Bindings.createObjectBinding(() -> mistake().isEmpty() ? chosen().map(this::wanted)
                : Optional.<ChangeIntent>empty(), answers);
        say("Looking which nodes could be divided anew…");
        search.ask(() -> MigRoom.of(
                new GpuFleet.FleetReader(AcceleratorCatalog.standard()).read(desk.snapshots().get(),
                        desk.readings().get()),
                pod.read(), desk.reached().objects()));
    }

    /** For a pod that waits. */
    static RoomForm of(AppServices desk, PodFacts pod) {
        return new RoomForm(desk, pod.key(), pod.requests(), () -> PodSchedulingSpec.of(desk.reached().objects()
                .object(ObjectRef.pod(pod.namespace(), pod.name())).orElseThrow(() -> new Failure(
                        Problem.of(ProblemKind.NOT_FOUND, "There is no pod %s any more".formatted(pod.key()))))));
    }

    private Optional<RepartitionCandidate> chosen() {
        return Optional.ofNullable(list.getSelectionModel().getSelectedItem()).map(MigRoom::candidate);
    }

    private void say(String words) {
        told.setText(words);
    }

    private void show(List<MigRoom> candidates) {
        known.set(Optional.of(candidates));
        list.getItems().setAll(candidates);
        say(candidates.isEmpty() ? "No node has GPUs that nobody holds and that could be cut so, as far as is known"
                : "Nodes that take the pod with the new layout come first, of these where fewest pods are evicted.");
        list.getSelectionModel().selectFirst();
    }

    private void draw(@Nullable RepartitionCandidate candidate) {
        drawing.getChildren().clear();
        if (candidate == null) {
            return;
        }
        var node = candidate.node();
        present.ask(() -> new MigLayoutEffect(node.name(), candidate.layout().product().name(),
                node.info().facts().label(MigLabels.CONFIG), PresentGpus.of(desk, node), wish(candidate).name(),
                candidate.layout().plans(), Map.of()));
    }

    private void draw(MigLayoutEffect division) {
        drawing.getChildren()
                .setAll(TextPieces.section(TextPieces.head("Geometry", "one column a GPU, its memory to scale from the"
                        + " top", GeometryPane.legend()), GeometryPane.of(List.of(division))),
                        TextPieces.section(terms.node(false)));
    }

    private static MigLayoutRequest.Own wish(RepartitionCandidate candidate) {
        return MigLayoutRequest.Own.of(candidate.layout().entries());
    }

    private String mistake() {
        return known.get().isEmpty() ? "Looking which nodes could be divided anew…"
                : chosen().isEmpty() ? "Choose a node" : terms.mistake();
    }

    private ChangeIntent wanted(RepartitionCandidate candidate) {
        return new ApplyMigConfig(NodeTargets.of(candidate.node().name()), wish(candidate), terms.evictions(),
                terms.limit(), false);
    }

    /** A candidate as a line. */
    private static final class CandidateCell extends ListCell<MigRoom> {

        @Override
        protected void updateItem(@Nullable MigRoom room, boolean empty) {
            super.updateItem(room, empty);
            if (empty || room == null) {
                setGraphic(null);
                return;
            }
            var candidate = room.candidate();
            var gpus = candidate.changed().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
            var words = "GPU %s cut anew; %s".formatted(gpus, candidate.pods() == 0 ? "no pod is in the way"
                    : NumberText.of(candidate.pods(), "pod") + " evicted");
            var box = new VBox(1, SelectableText.yielding(candidate.node().name(), "strong"),
                    SelectableText.yielding(words, "small", "muted"));
            var missing = room.missing().isEmpty() ? "" : "still does not take the pod: " + room.missing().getFirst();
            if (!missing.isEmpty()) {
                box.getChildren().add(SelectableText.yielding(missing, "small", "danger-text"));
            }
            box.setPrefWidth(0);
            setGraphic(box);
            setAccessibleText(candidate.node().name() + ", " + words + (missing.isEmpty() ? "" : ", " + missing));
        }
    }

    @Override
    public String title() {
        return "Make room by MIG";
    }

    @Override
    public String subject() {
        return who;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean roomy() {
        return true;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return intent;
    }

    @Override
    public ObservableValue<String> complaint() {
        return complaint;
    }

    @Override
    public void focus() {
        list.requestFocus();
    }
}
