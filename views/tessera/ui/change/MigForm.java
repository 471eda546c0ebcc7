package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.mig.MigProducts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeIntent.DrainTerms;
import tessera.plan.intent.Targets;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.change.mig.ConfigList;
import tessera.ui.change.mig.Geometry;
import tessera.ui.change.mig.MigSituation;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Texts;

/** How the GPUs of nodes are to be divided: what their MIG managers offer at the left, what it makes of them at the right. */
final class MigForm extends NodeForm {

    private static final int FEW = 6;

    private final Desk desk;
    private final Answers answers;
    private final MigProducts products = MigProducts.bundled();
    private final Lookup<MigSituation> lookup = new Lookup<>(
            found -> knowledge().set(new Knowledge.Known(found)), why -> knowledge().set(new Knowledge.Failed(why)));
    private final VBox drawing = new VBox();
    private final VBox source = new VBox(2);
    private final BorderPane node = new BorderPane();

    /** What is known of the nodes. */
    private sealed interface Knowledge {

        record Reading() implements Knowledge {}

        record Failed(Problem why) implements Knowledge {}

        record Known(MigSituation situation) implements Knowledge {}
    }

    /** The parts of the form that hold answers. */
    private record Answers(ConfigList configs, ObjectProperty<Knowledge> knowledge, CheckBox unmanaged,
            CheckBox localData, TextField patience, TextField limit) {}

    static MigForm of(TargetsField targets, Desk desk) {
        return new MigForm(targets, desk, new Answers(new ConfigList(),
                new SimpleObjectProperty<>(new Knowledge.Reading()),
                new CheckBox("Pods that nobody will create again may go"),
                new CheckBox("Pods that keep data on the node may go, and their data with them"),
                new TextField(Long.toString(DrainTerms.CAREFUL.patience().toMinutes())),
                new TextField(Long.toString(ApplyMigConfig.USUAL_LIMIT.toMinutes()))));
    }

    private MigForm(TargetsField targets, Desk desk, Answers answers) {
        super("Change MIG layout", targets, answers.configs().chosen(), answers.knowledge(),
                answers.unmanaged().selectedProperty(), answers.localData().selectedProperty(),
                answers.patience().textProperty(), answers.limit().textProperty());
        this.desk = desk;
        this.answers = answers;
        answers.unmanaged().setId("mig-unmanaged");
        answers.localData().setId("mig-local-data");
        answers.patience().setId("mig-patience");
        answers.limit().setId("mig-limit");
        answers.patience().setMaxWidth(64);
        answers.limit().setMaxWidth(64);
        drawing.setId("mig-drawing");
        VBox.setVgrow(answers.configs().node(), Priority.ALWAYS);
        var choose = new VBox(12, targets.node(), source, answers.configs().node());
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(Scrolled.down(drawing));
        answers.knowledge().subscribe(this::tell);
        answers.configs().chosen().addListener((chosen, before, now) -> draw());
        targets.targets().subscribe(those -> read());
    }

    private ObjectProperty<Knowledge> knowledge() {
        return answers.knowledge();
    }

    private void read() {
        var names = targets().nodes().stream().map(NodeInfo::name).toList();
        knowledge().set(new Knowledge.Reading());
        lookup.ask(() -> MigSituation.read(desk, names, products));
    }

    private void tell(Knowledge known) {
        source.getChildren().clear();
        switch (known) {
            case Knowledge.Reading _ -> {
                source.getChildren().setAll(Texts.wrapped("Reading what the nodes offer…", "small", "muted"));
                answers.configs().show(List.of());
            }
            case Knowledge.Failed _ -> answers.configs().show(List.of());
            case Knowledge.Known(var situation) -> {
                if (!situation.sources().isEmpty()) {
                    source.getChildren().add(Texts.wrapped("Offered by " + String.join(", ", situation.sources()),
                            "small", "muted"));
                }
                if (situation.unread() > 0) {
                    source.getChildren().add(Texts.wrapped("%s more are looked at by the preview only"
                            .formatted(Numbers.of(situation.unread(), "node")), "small", "muted"));
                }
                answers.configs().show(situation.offers());
            }
        }
        draw();
    }

    private void draw() {
        drawing.getChildren().clear();
        switch (knowledge().get()) {
            case Knowledge.Reading _ -> drawing.getChildren().add(Lines.section(Texts.label("Reading…", "muted")));
            case Knowledge.Failed(var why) -> drawing.getChildren().add(Lines.section(Lines.problem(why), again()));
            case Knowledge.Known(var situation) when !situation.obstacles().isEmpty() -> {
                var box = Lines.section(Lines.head("MIG cannot be changed here now", ""));
                situation.obstacles().forEach(why -> box.getChildren().add(Lines.problem(why)));
                box.getChildren().add(again());
                drawing.getChildren().add(box);
            }
            case Knowledge.Known(var situation) -> draw(situation);
        }
    }

    private void draw(MigSituation situation) {
        var chosen = answers.configs().chosen().get();
        var divisions = chosen.map(offer -> situation.divisions(offer.name())).orElseGet(situation::present);
        var geometry = Lines.section(Lines.head("Geometry", "one column a GPU, its memory to scale from the top",
                Geometry.legend()), Geometry.of(divisions));
        drawing.getChildren().addAll(geometry, pods(situation.pods()), terms());
    }

    private Button again() {
        var again = new Button("Read again");
        again.setOnAction(event -> read());
        return again;
    }

    private static Node pods(List<PodFacts> pods) {
        if (pods.isEmpty()) {
            return Lines.section(Texts.told(Glyph.READY, "No pod holds these GPUs"));
        }
        var box = Lines.section(Lines.head(Numbers.of(pods.size(), "pod") + " in the way",
                "they hold these GPUs and are evicted first"));
        pods.stream().limit(FEW).forEach(pod -> box.getChildren().add(new HBox(12, Texts.label(pod.node(), "small",
                "muted"), Texts.yielding(pod.key(), "small", "strong"),
                Texts.label(pod.owner().exists() ? pod.owner().kind() : "bare pod, nobody creates it again", "small",
                        "muted"))));
        if (pods.size() > FEW) {
            box.getChildren().add(Texts.label("and %s more; the preview names all"
                    .formatted(Numbers.count(pods.size() - FEW)), "small", "muted"));
        }
        return box;
    }

    private Node terms() {
        var waits = new HBox(8, Texts.label("Keep trying to evict for"), answers.patience(),
                Texts.label("minutes, wait for"
                        + " the MIG manager for"),
                answers.limit(), Texts.label("minutes"));
        waits.setAlignment(Pos.CENTER_LEFT);
        return Lines.section(answers.unmanaged(), answers.localData(), waits);
    }

    @Override
    String mistake() {
        return switch (knowledge().get()) {
            case Knowledge.Reading _ -> "Reading what the nodes offer…";
            case Knowledge.Failed _ -> "What the nodes offer could not be read";
            case Knowledge.Known(var situation) when !situation.obstacles().isEmpty() ->
                situation.obstacles().getFirst()
                        .headline();
            case Knowledge.Known _ -> answers.configs().chosen().get().map(this::mistake)
                    .orElse("Choose what the GPUs are to be");
        };
    }

    private String mistake(MigSituation.Offer offer) {
        if (offer.refused().isPresent()) {
            return "%s cannot be had: %s".formatted(offer.name(), offer.refused().get());
        }
        return minutes(answers.patience()).isEmpty() || minutes(answers.limit()).isEmpty()
                ? "Waits are numbers of minutes, at most a day"
                : "";
    }

    private static OptionalLong minutes(TextField field) {
        var text = field.getText().trim();
        return text.matches("[0-9]{1,4}") && Long.parseLong(text) <= 1_440 ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    @Override
    NodeIntent wanted(Targets nodes) {
        var terms = new DrainTerms(answers.unmanaged().isSelected(), answers.localData().isSelected(), null,
                Duration.ofMinutes(minutes(answers.patience()).orElseThrow()));
        return new ApplyMigConfig(nodes, answers.configs().chosen().get().map(MigSituation.Offer::name).orElseThrow(),
                terms, Duration.ofMinutes(minutes(answers.limit()).orElseThrow()));
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    Node first() {
        return answers.configs().first();
    }
}
