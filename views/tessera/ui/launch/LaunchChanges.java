package tessera.ui.launch;

import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import tessera.insight.Accelerators;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.Relay;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.RemedyChanges;
import tessera.ui.kit.Presence;

/** The way to launch a workload. FX thread, except for {@link #offered}, which any may ask. */
public final class LaunchChanges {

    private final Desk desk;
    private final Accelerators accelerators;
    private final ChangeSheet sheet;
    private final RemedyChanges remedies;

    /** @param remedies what helps pods to nodes, offered where they would find none */
    public LaunchChanges(Desk desk, Accelerators accelerators, ChangeSheet sheet, RemedyChanges remedies) {
        this.desk = desk;
        this.accelerators = accelerators;
        this.sheet = sheet;
        this.remedies = remedies;
    }

    /** Whether anything can be launched as things stand; not in read-only mode. */
    public boolean offered() {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED;
    }

    /** Begins with which template, and what it leaves open. */
    public void launch() {
        sheet.open(new LaunchForm(desk, accelerators, remedies));
    }

    /** A button that begins it, there while it is offered. */
    public Button button() {
        var button = new Button("Launch…");
        button.setId("pods-launch");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> launch());
        desk.clusters().observe(() -> Relay.show(() -> offer(button)));
        offer(button);
        return button;
    }

    private void offer(Button button) {
        Presence.of(button, offered());
    }
}
