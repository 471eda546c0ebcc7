package tessera.ui.forward;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import tessera.forward.ForwardState;
import tessera.forward.ForwardState.ForwardStage;
import tessera.forward.ForwardWish;
import tessera.forward.PortForwards;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodSpecFacts;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.SystemBrowser;

/** The ports that are forwarded, and the question which is to be the next. FX thread. */
public final class ForwardPane implements DockTab {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");

    private final AppServices desk;
    private final Clock clock;
    private final BorderPane node = new BorderPane();
    private final Label subject = SelectableText.yielding("", "strong");
    private final ComboBox<String> ports = new ComboBox<>();
    private final TextField local = new TextField();
    private final Button start = new Button("Forward");
    private final Label status = SelectableText.yielding("", "terminal-status");
    private final DataTable<ForwardRow> table;
    private final AsyncQuery<List<String>> offered = new AsyncQuery<>(this::offer, why -> {});
    private final AsyncQuery<ForwardState> starting = new AsyncQuery<>(this::started, this::refused);
    private final Timeline pulse = new Timeline(new KeyFrame(Duration.seconds(1), event -> print()));
    private Optional<ObjectRef> pod = Optional.empty();
    private Optional<PortForwards> forwards = Optional.empty();

    /** @param clock by which ages are told */
    public ForwardPane(AppServices desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
        table = new DataTable<>("forwards",
                ForwardRow.columns(new ForwardRow.ForwardActions(this::copy, this::browse, this::stop)),
                row -> row.state().number(), desk.memory(), row -> {});
        table.node().setPlaceholder(new Label("No port forwarded yet"));
        pulse.setCycleCount(Timeline.INDEFINITE);
        node.getStyleClass().add("terminal");
        node.setTop(tools());
        node.setCenter(table.node());
    }

    private HBox tools() {
        subject.setId("forward-pod");
        ports.setId("forward-port");
        ports.setEditable(true);
        ports.setPromptText("port of the pod");
        // The field of a box keeps the key to itself.
        ports.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER && !ports.isShowing()) {
                forward();
                event.consume();
            }
        });
        local.setId("forward-local");
        local.setPromptText("any free");
        local.setOnAction(event -> forward());
        start.setId("forward-start");
        start.getStyleClass().add("accent");
        start.setMinWidth(Region.USE_PREF_SIZE);
        start.setOnAction(event -> forward());
        status.setId("forward-status");
        status.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(status, Priority.ALWAYS);
        var tools = new HBox(8, subject, caption("port"), ports, caption("at 127.0.0.1, port"), local, start, status);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("terminal-tools");
        return tools;
    }

    private static Label caption(String words) {
        var label = SelectableText.label(words, "small", "muted");
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /** Asks which port of a pod is to be forwarded. */
    public void ask(ObjectRef of) {
        pod = Optional.of(of);
        subject.setText(of.name());
        ports.getItems().clear();
        ports.getEditor().clear();
        local.clear();
        tell("", false);
        offered.ask(() -> declared(desk.reached().podSpec(of)));
        begin();
        ports.requestFocus();
    }

    /** Shows what is forwarded. */
    public void begin() {
        try {
            forwards = Optional.of(desk.reached().forwards());
        } catch (Failure failure) {
            refused(failure.problem());
        }
        start.setDisable(pod.isEmpty());
        pulse.play();
        print();
    }

    private static List<String> declared(PodSpecFacts spec) {
        return spec.containers().stream().flatMap(container -> container.terms().stream())
                .filter(term -> term.name().equals("Ports"))
                .flatMap(term -> NUMBER.matcher(term.value()).results().map(found -> found.group())).distinct()
                .toList();
    }

    private void offer(List<String> declared) {
        ports.getItems().setAll(declared);
        if (ports.getEditor().getText().isEmpty() && !declared.isEmpty()) {
            ports.getEditor().setText(declared.getFirst());
        }
    }

    private void forward() {
        var wish = pod.flatMap(of -> ForwardWish.parse(of,
                local.getText().strip() + ":" + ports.getEditor().getText().strip()));
        if (wish.isEmpty()) {
            tell("A port is a number from 1 to 65535", true);
            return;
        }
        tell("Starting", false);
        starting.ask(() -> desk.reached().forwards().start(wish.get()));
    }

    private void started(ForwardState state) {
        tell(begun(state), false);
        print();
    }

    private static String begun(ForwardState state) {
        return "Port %d is at %s".formatted(state.port(), state.address());
    }

    private void refused(Problem why) {
        tell(why.sentence(), true);
    }

    private void tell(String words, boolean trouble) {
        status.setText(words);
        status.getStyleClass().removeAll("danger-text");
        if (trouble) {
            status.getStyleClass().add("danger-text");
        }
    }

    private void print() {
        var now = clock.instant();
        var states = forwards.map(PortForwards::states).orElse(List.of());
        table.show(states.stream().map(state -> ForwardRow.of(state, now)).toList());
        if (states.stream()
                .anyMatch(state -> state.stage() == ForwardStage.ENDED && begun(state).equals(status.getText()))) {
            tell("", false);
        }
    }

    private void copy(ForwardState state) {
        SelectableText.copy(state.address());
        tell(state.address() + " is in the clipboard", false);
    }

    private void browse(ForwardState state) {
        try {
            SystemBrowser.show(URI.create("http://" + state.address() + "/"));
        } catch (IOException unknown) {
            tell("No browser could be started: " + unknown.getMessage(), true);
        }
    }

    private void stop(ForwardState state) {
        forwards.ifPresent(all -> all.stop(state.number()));
        print();
    }

    /** Ends all of them, because changes are refused from now on. */
    public void refuse() {
        forwards.ifPresent(all -> all.end(PortForwards.READ_ONLY));
        print();
    }

    @Override
    public String title() {
        return "Forwarded ports";
    }

    @Override
    public String help() {
        return "Ports of pods that are reached on this machine; closing this tab ends them";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> running() {
        return forwards.map(PortForwards::running).orElse(List.of()).stream()
                .map(state -> "port %d of %s/%s at %s".formatted(state.port(), state.pod().namespace(),
                        state.pod().name(), state.address()))
                .toList();
    }

    @Override
    public void close() {
        pulse.stop();
        offered.cancel();
        starting.cancel();
        forwards.ifPresent(all -> all.states().forEach(state -> all.stop(state.number())));
        forwards = Optional.empty();
        pod = Optional.empty();
    }
}
