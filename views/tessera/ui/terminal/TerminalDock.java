package tessera.ui.terminal;

import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.exec.ContainerAccess.AccessUse;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.ui.AppServices;
import tessera.ui.UserRights;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.dock.DockPane;

/** The terminals of a window, a tab each, at its foot. FX thread. */
public final class TerminalDock {

    private final AppServices desk;
    private final DockPane dock;
    private final UserRights rights;

    public TerminalDock(AppServices desk, DockPane dock, UserRights rights) {
        this.desk = desk;
        this.dock = dock;
        this.rights = rights;
    }

    /** What can be begun with a pod that reaches into it; what may not be with the reason against it. */
    public List<ChangeOffer> offers(ObjectRef object) {
        return object.kind().equals("Pod")
                ? List.of(new ChangeOffer("Open terminal", () -> open(TerminalTask.shell(object)),
                        against(object)))
                : List.of();
    }

    /** Why no command may be run in a pod, as far as is known; empty where one may. */
    public Optional<String> against(ObjectRef pod) {
        return rights.against(RequiredAccess.reaching("run commands in pods", pod, AccessUse.EXEC.subresource()));
    }

    /** Opens a terminal with a shell in a pod. */
    public void openShell(ObjectRef pod) {
        open(TerminalTask.shell(pod));
    }

    /** Whether the driver may tell something in a pod: not where its devices are known to be another maker's. */
    public boolean reports(ObjectRef pod) {
        return GpuCommand.helpIn(pod, desk.snapshots().get());
    }

    /** Opens a terminal with what the driver tells of the GPUs that a pod sees. */
    public void openDriverReport(ObjectRef pod) {
        open(TerminalTask.shell(pod).running(GpuCommand.SMI.words()));
    }

    private void open(TerminalTask task) {
        var pane = new TerminalPane(desk, task, this::open);
        dock.show(pane);
        pane.start();
    }

    private Optional<TerminalPane> shown() {
        return dock.shown().filter(TerminalPane.class::isInstance).map(TerminalPane.class::cast);
    }

    /** What the terminal in sight shows, with what went out of sight; nothing where there is none. */
    public List<String> lines() {
        return shown().map(TerminalPane::lines).orElse(List.of());
    }

    /** How it stands with the terminal in sight. */
    public String status() {
        return shown().map(TerminalPane::status).orElse("");
    }

    /** Whether what is typed goes to a container. */
    public boolean takesKeys() {
        return shown().filter(pane -> !pane.running().isEmpty()).isPresent() && holdsFocus();
    }

    private boolean holdsFocus() {
        var scene = dock.node().getScene();
        for (Node focused = scene == null ? null : scene.getFocusOwner(); focused != null; focused = focused
                .getParent()) {
            if (focused.getStyleClass().contains("terminal-ground")) {
                return true;
            }
        }
        return false;
    }
}
