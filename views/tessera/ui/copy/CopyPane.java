package tessera.ui.copy;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import tessera.filecopy.CopyJob;
import tessera.filecopy.CopyJobs;
import tessera.filecopy.CopyState;
import tessera.filecopy.CopyState.CopyStage;
import tessera.filecopy.OverwriteAnswer;
import tessera.logs.LoggedPod;
import tessera.logs.LoggedPod.ContainerState;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.SelectableText;

/** What is copied between this machine and containers, and the question what is to be the next. FX thread. */
public final class CopyPane implements DockTab {

    private final AppServices desk;
    private final Clock clock;
    private final BorderPane node = new BorderPane();
    private final CopyForm form = new CopyForm(this::copy);
    private final ConflictBar conflict = new ConflictBar(
            this::answer);
    private final Label status = SelectableText.wrapped("", "terminal-status");
    private final DataTable<CopyRow> table;
    private final AsyncQuery<LoggedPod> containers = new AsyncQuery<>(this::offer, this::refused);
    private final AsyncQuery<CopyJob> starting = new AsyncQuery<>(copying -> print(), this::refused);
    private final Timeline pulse = new Timeline(new KeyFrame(Duration.millis(500), event -> print()));
    private Optional<CopyJobs> copies = Optional.empty();
    private String told = "";

    /** @param clock by which ages are told */
    public CopyPane(AppServices desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
        table = new DataTable<>("copies", CopyRow.columns(this::stop), row -> row.state().number(), desk.memory(),
                row -> {});
        table.node().setPlaceholder(new Label("Nothing copied yet"));
        pulse.setCycleCount(Timeline.INDEFINITE);
        status.setId("copy-status");
        status.getStyleClass().add("danger-text");
        node.getStyleClass().add("terminal");
        node.setTop(new VBox(form.node(), conflict.node()));
        node.setCenter(table.node());
        node.setBottom(status);
        tell("");
    }

    private void answer(long number, OverwriteAnswer given) {
        copies.ifPresent(all -> all.answer(number, given));
    }

    /** Asks what of a pod, or to it, is to be copied. */
    public void ask(ObjectRef pod) {
        form.ask(pod);
        tell("");
        containers.ask(() -> desk.reached().logs().pod(pod));
        begin();
    }

    /** Shows what is copied. */
    public void begin() {
        try {
            copies = Optional.of(desk.reached().copies());
        } catch (Failure failure) {
            refused(failure.problem());
        }
        pulse.play();
        print();
    }

    private void offer(LoggedPod found) {
        var running = found.containers().stream().filter(each -> each.state() == ContainerState.RUNNING)
                .map(LoggedPod.LoggedContainer::name).toList();
        form.offer(running, running.contains(found.usual()) || running.isEmpty() ? found.usual() : running.getFirst());
        if (running.isEmpty()) {
            tell("No container of the pod is running");
        }
    }

    private void copy() {
        var wish = form.wish();
        if (wish.isEmpty()) {
            tell("Say a path in the container, and one on this machine");
            return;
        }
        tell("");
        starting.ask(() -> desk.reached().copies().start(wish.get(), null));
    }

    private void refused(Problem why) {
        tell(why.sentence());
    }

    private void tell(String words) {
        told = words;
        print();
    }

    /** What was asked in vain, or else why the last copy failed: its line has no room for all of it. */
    private void explain(List<CopyState> states) {
        var words = !told.isEmpty() || states.isEmpty() || states.getLast().stage() != CopyStage.FAILED ? told
                : states.getLast().words();
        status.setText(words);
        NodePresence.of(status, !words.isEmpty());
    }

    private void print() {
        var now = clock.instant();
        var states = copies.map(CopyJobs::states).orElse(List.of());
        // What was begun last is what one waits for.
        table.show(states.reversed().stream().map(state -> CopyRow.of(state, now)).toList());
        states.stream().filter(state -> state.asks().isPresent()).findFirst()
                .ifPresentOrElse(conflict::show, conflict::clear);
        explain(states);
    }

    private void stop(CopyState state) {
        copies.ifPresent(all -> all.stop(state.number()));
        print();
    }

    /** Ends all of them, because changes are refused from now on. */
    public void refuse() {
        copies.ifPresent(all -> all.end(CopyJobs.READ_ONLY));
        print();
    }

    @Override
    public String title() {
        return "Copies";
    }

    @Override
    public String help() {
        return "What is copied between this machine and containers; closing this tab ends it";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> running() {
        return copies.map(CopyJobs::running).orElse(List.of()).stream()
                .map(state -> "the copy of " + state.wish().words()).toList();
    }

    @Override
    public void close() {
        pulse.stop();
        containers.cancel();
        starting.cancel();
        copies.ifPresent(CopyJobs::stopAll);
        copies = Optional.empty();
    }
}
