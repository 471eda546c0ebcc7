package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.mig.MigProducts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.intent.MigWish;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.Targets;
import tessera.plan.node.MigChoices.Standing;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.change.mig.Composer;
import tessera.ui.change.mig.ConfigList;
import tessera.ui.change.mig.Geometry;
import tessera.ui.change.mig.MigSituation;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Segments;
import tessera.ui.kit.Texts;

/**
 * How the GPUs of nodes are to be divided: what their MIG managers offer at the left, what it makes of them, or a layout of
 * one's own, at the right.
 */
final class MigForm extends NodeForm {

    private static final int FEW = 6;
    /** What the value of a label may be. */
    private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

    private final Desk desk;
    private final Answers answers;
    private final MigProducts products = MigProducts.bundled();
    private final Lookup<MigSituation> lookup = new Lookup<>(
            found -> knowledge().set(new Knowledge.Known(found)), why -> knowledge().set(new Knowledge.Failed(why)));
    private final VBox drawing = new VBox();
    private final VBox source = new VBox(2);
    private final TextField name;
    private final BorderPane node = new BorderPane();

    /** What is known of the nodes. */
    private sealed interface Knowledge {

        record Reading() implements Knowledge {}

        record Failed(Problem why) implements Knowledge {}

        record Known(MigSituation situation) implements Knowledge {}
    }

    /** Where the layout comes from. */
    private enum Manner {
        OFFERED,
        OWN
    }

    /** The parts of the form that hold answers. */
    private record Answers(ConfigList configs, ObjectProperty<Knowledge> knowledge, Segments<Manner> manner,
            Composer composer, TextField name, MigTerms terms) {

        Observable[] all() {
            return Stream.concat(Stream.of(configs.chosen(), knowledge, manner.chosenProperty(), composer.composed(),
                    name.textProperty()),
                    Stream.of(terms.answers())).toArray(Observable[]::new);
        }
    }

    static MigForm of(TargetsField targets, Desk desk) {
        return new MigForm(targets, desk, new Answers(new ConfigList(),
                new SimpleObjectProperty<>(new Knowledge.Reading()), new Segments<>("mig-manner",
                        List.of(Manner.OFFERED, Manner.OWN),
                        manner -> manner == Manner.OFFERED ? "As offered" : "Of your own"),
                new Composer(), new TextField(), new MigTerms()));
    }

    private MigForm(TargetsField targets, Desk desk, Answers answers) {
        super("Change MIG layout", targets, answers.all());
        this.desk = desk;
        this.answers = answers;
        name = answers.name();
        drawing.setId("mig-drawing");
        VBox.setVgrow(answers.configs().node(), Priority.ALWAYS);
        var choose = new VBox(12, targets.node(), answers.manner().node(), source, answers.configs().node());
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(Scrolled.down(drawing));
        answers.knowledge().subscribe(this::tell);
        answers.configs().chosen().addListener((chosen, before, now) -> turn());
        answers.manner().chosenProperty().addListener((manner, before, now) -> turn());
        name.setId("mig-name");
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
        answers.configs().show(known instanceof Knowledge.Known(var situation) ? situation.offers() : List.of());
        draw();
    }

    private void tellSource(Knowledge known) {
        source.getChildren().clear();
        if (known instanceof Knowledge.Reading) {
            say("Reading what the nodes offer…");
        } else if (known instanceof Knowledge.Known(var situation)) {
            situation.sources().forEach(place -> say((own() ? "Begin with one of " : "Offered by ") + place));
            if (situation.unread() > 0) {
                say(Numbers.of(situation.unread(), "more node") + ": looked at by the preview only");
            }
        }
    }

    private void say(String words) {
        source.getChildren().add(Texts.wrapped(words, "small", "muted"));
    }

    /** A layout of one's own goes on from what is chosen, or else from what is so. */
    private void turn() {
        if (own() && knowledge().get() instanceof Knowledge.Known(var situation)) {
            answers.configs().chosen().get().filter(offer -> offer.refused().isEmpty())
                    .flatMap(offer -> situation.start(offer.name())).or(situation::start)
                    .ifPresent(answers.composer()::begin);
            if (name.getText().isBlank()) {
                name.setText(unused(situation));
            }
        }
        draw();
    }

    private boolean own() {
        return answers.manner().chosenProperty().get() == Manner.OWN;
    }

    private Optional<MigWish.Own> composed() {
        var called = name.getText().strip();
        return answers.composer().composed().get().map(composition -> called.isEmpty()
                ? MigWish.Own.of(composition.entries())
                : new MigWish.Own(called, composition.entries()));
    }

    /** A name that nothing is offered by yet. */
    private String unused(MigSituation situation) {
        var names = situation.offers().stream().map(MigSituation.Offer::name).toList();
        var first = targets().nodes().stream().map(NodeInfo::name).findFirst().orElse("mig") + "-custom";
        return Stream.concat(Stream.of(first), IntStream.rangeClosed(2, names.size() + 2).mapToObj(
                number -> first + "-" + number)).filter(each -> !names.contains(each)).findFirst().orElse(first);
    }

    private void draw() {
        tellSource(knowledge().get());
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
            case Knowledge.Known(var situation) -> drawing.getChildren().addAll(
                    own() ? composing(situation) : geometry(situation), pods(situation.pods()),
                    Lines.section(answers.terms().node(situation.unmixed())));
        }
    }

    private Node composing(MigSituation situation) {
        if (situation.start().isEmpty()) {
            return Lines.section(Texts.told(Glyph.INFO,
                    "A layout of one's own is for nodes whose GPUs are alike and known to the catalogue"));
        }
        return Lines.section(
                Lines.head("Your layout", "drag a size to a GPU, or choose one and click where it is to be"),
                answers.composer().node(), new HBox(8, Texts.label("Name"), name,
                        Texts.wrapped("in the ConfigMap of MIG configurations", "small", "muted")));
    }

    private Node geometry(MigSituation situation) {
        var divisions = answers.configs().chosen().get().map(offer -> situation.divisions(offer.name()))
                .orElseGet(situation::present);
        return Lines.section(Lines.head("Geometry", "one column a GPU, its memory to scale from the top",
                Geometry.legend()), Geometry.of(divisions));
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

    @Override
    String mistake() {
        return switch (knowledge().get()) {
            case Knowledge.Reading _ -> "Reading what the nodes offer…";
            case Knowledge.Failed _ -> "What the nodes offer could not be read";
            case Knowledge.Known(var situation) when !situation.obstacles().isEmpty() ->
                situation.obstacles().getFirst()
                        .headline();
            case Knowledge.Known(var situation) when own() -> mistake(situation);
            case Knowledge.Known _ -> answers.configs().chosen().get().map(this::mistake)
                    .orElse("Choose a layout");
        };
    }

    private String mistake(MigSituation.Offer offer) {
        var why = offer.refused().or(() -> answers.terms().mixed() ? Optional.empty() : offer.strategy());
        return why.map(words -> "%s cannot be had: %s".formatted(offer.name(), words))
                .orElse(answers.terms().mistake());
    }

    private String mistake(MigSituation situation) {
        var wish = composed();
        if (situation.start().isEmpty() || wish.isEmpty()) {
            return "There is no layout of your own for these nodes together";
        }
        var called = wish.get().name();
        if (!called.matches(NAME)) {
            return "A name has letters, digits, '-', '_' and '.', and at most 63 of them";
        }
        if (situation.offers().stream().anyMatch(offer -> offer.name().equals(called) && !name.getText().isBlank())) {
            return "A layout named %s is offered already; choose another name".formatted(called);
        }
        return switch (situation.standing(wish.get().config(), products)) {
            case Standing.Impossible(var why) -> why;
            case Standing.NeedsMixed(var why) when !answers.terms().mixed() -> "It cannot be had: " + why;
            default -> answers.terms().mistake();
        };
    }

    @Override
    NodeIntent wanted(Targets nodes) {
        var wish = own() ? composed().orElseThrow()
                : new MigWish.Offered(answers.configs().chosen().get().map(MigSituation.Offer::name).orElseThrow());
        return new ApplyMigConfig(nodes, wish, answers.terms().evictions(), answers.terms().limit(),
                answers.terms().mixed());
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
    Node first() {
        return answers.configs().first();
    }
}
