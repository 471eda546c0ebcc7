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
import tessera.fit.MigRoom;
import tessera.fit.wish.PodWish;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Repartitions;
import tessera.insight.Repartitions.Candidate;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Resources;
import tessera.plan.draft.Division;
import tessera.plan.intent.Intent;
import tessera.plan.intent.MigWish;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.Targets;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.change.mig.Geometry;
import tessera.ui.change.mig.PresentGpus;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Texts;

/** Which node is to be divided anew so that a pod that waits finds the MIG instances it wants. */
final class RoomForm implements ChangeForm {

    private final Desk desk;
    private final String who;
    private final MigTerms terms = new MigTerms();
    private final ListView<MigRoom> list = new ListView<>();
    private final ObjectProperty<Optional<List<MigRoom>>> known = new SimpleObjectProperty<>(Optional.empty());
    private final Lookup<List<MigRoom>> search = new Lookup<>(this::show, why -> say(why.sentence()));
    private final Lookup<Division> present = new Lookup<>(this::draw, why -> say(why.sentence()));
    private final Label told = Texts.wrapped("", "small", "muted");
    private final VBox drawing = new VBox();
    private final BorderPane node = new BorderPane();
    private final ObservableValue<Optional<Intent>> intent;
    private final ObservableValue<String> complaint;

    /**
     * One that looks for room at once.
     *
     * @param who      for which pods
     * @param requests of one of them
     * @param pod      one of them, as it is read or would be made
     */
    RoomForm(Desk desk, String who, Resources requests, Lookup.Source<PodWish> pod) {
        this.desk = desk;
        this.who = who;
        list.setId("room-nodes");
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new Cell());
        list.setPlaceholder(Texts.label("", "muted"));
        VBox.setVgrow(list, Priority.ALWAYS);
        told.setId("room-told");
        var choose = new VBox(12, Texts.wrapped(who, "strong"), Texts.wrapped("wants " + Repartitions
                .wanted(requests), "small", "muted"), told, list);
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(Scrolled.down(drawing));
        list.getSelectionModel().selectedItemProperty()
                .addListener((selected, before, chosen) -> draw(Optional.ofNullable(chosen).map(MigRoom::candidate)
                        .orElse(null)));
        var answers = Stream.concat(Stream.of(terms.answers()),
                Stream.of(known, list.getSelectionModel().selectedItemProperty())).toArray(Observable[]::new);
        complaint = Bindings.createStringBinding(this::mistake, answers);
        intent = Bindings.createObjectBinding(() -> mistake().isEmpty() ? chosen().map(this::wanted)
                : Optional.<Intent>empty(), answers);
        say("Looking which nodes could be divided anew…");
        search.ask(() -> MigRoom.of(
                new Fleet.Reader(Accelerators.standard()).read(desk.snapshots().get(), desk.readings().get()),
                pod.read(), desk.reached().objects()));
    }

    /** For a pod that waits. */
    static RoomForm of(Desk desk, PodFacts pod) {
        return new RoomForm(desk, pod.key(), pod.requests(), () -> PodWish.of(desk.reached().objects()
                .object(ObjectRef.pod(pod.namespace(), pod.name())).orElseThrow(() -> new Failure(
                        Problem.of(Kind.NOT_FOUND, "There is no pod %s any more".formatted(pod.key()))))));
    }

    private Optional<Candidate> chosen() {
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

    private void draw(@Nullable Candidate candidate) {
        drawing.getChildren().clear();
        if (candidate == null) {
            return;
        }
        var node = candidate.node();
        present.ask(() -> new Division(node.name(), candidate.layout().product().name(),
                node.info().facts().label(MigLabels.CONFIG), PresentGpus.of(desk, node), wish(candidate).name(),
                candidate.layout().plans(), Map.of()));
    }

    private void draw(Division division) {
        drawing.getChildren()
                .setAll(Lines.section(Lines.head("Geometry", "one column a GPU, its memory to scale from the"
                        + " top", Geometry.legend()), Geometry.of(List.of(division))),
                        Lines.section(terms.node(false)));
    }

    private static MigWish.Own wish(Candidate candidate) {
        return MigWish.Own.of(candidate.layout().entries());
    }

    private String mistake() {
        return known.get().isEmpty() ? "Looking which nodes could be divided anew…"
                : chosen().isEmpty() ? "Choose a node" : terms.mistake();
    }

    private Intent wanted(Candidate candidate) {
        return new ApplyMigConfig(Targets.of(candidate.node().name()), wish(candidate), terms.evictions(),
                terms.limit(), false);
    }

    /** A candidate as a line. */
    private static final class Cell extends ListCell<MigRoom> {

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
                    : Numbers.of(candidate.pods(), "pod") + " evicted");
            var box = new VBox(1, Texts.yielding(candidate.node().name(), "strong"),
                    Texts.yielding(words, "small", "muted"));
            var missing = room.missing().isEmpty() ? "" : "still does not take the pod: " + room.missing().getFirst();
            if (!missing.isEmpty()) {
                box.getChildren().add(Texts.yielding(missing, "small", "danger-text"));
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
    public ObservableValue<Optional<Intent>> intent() {
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
