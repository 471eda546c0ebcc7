package tessera.ui.launch;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import tessera.insight.AcceleratorCatalog;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.step.StepAccess;
import tessera.ui.AppServices;
import tessera.ui.FxRelay;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.NodeChanges;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.TooltipText;

/** The way to launch a workload. FX thread, except for {@link #offered}, which any may ask. */
public final class LaunchChanges {

    /** Each of these is a kind of workload that a template makes. */
    private static final RequiredAccess RIGHT = RequiredAccess.anywhere("launch workloads", create("", "pods"),
            create("batch", "jobs"),
            create("batch", "cronjobs"), create("apps", "deployments"), create("apps", "statefulsets"),
            create("kubeflow.org", "pytorchjobs"), create("kubeflow.org", "mpijobs"),
            create("trainer.kubeflow.org", "trainjobs"), create("ray.io", "rayjobs"),
            create("jobset.x-k8s.io", "jobsets"), create("leaderworkerset.x-k8s.io", "leaderworkersets"),
            create("serving.knative.dev", "services"));

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final ChangeSheet sheet;
    private final NodeChanges others;

    /** @param others what helps pods to nodes, offered where they would find none */
    public LaunchChanges(AppServices desk, AcceleratorCatalog accelerators, ChangeSheet sheet, NodeChanges others) {
        this.desk = desk;
        this.accelerators = accelerators;
        this.sheet = sheet;
        this.others = others;
    }

    /** Whether anything can be launched as things stand; not in read-only mode, nor where the server forbids it. */
    public boolean offered() {
        return writable() && others.rights().against(RIGHT).isEmpty();
    }

    private boolean writable() {
        return desk.clusters().get().refusal().isEmpty();
    }

    /** Begins with which template, and what it leaves open. */
    public void launch() {
        sheet.open(new LaunchForm(desk, accelerators, others.remedies()));
    }

    private static StepAccess create(String group, String resource) {
        return new StepAccess("create", group, resource, "", "", "");
    }

    /** A button that begins it, there while it is offered. */
    public Node button() {
        var button = new Button("Launch…");
        button.setId("pods-launch");
        button.setOnAction(event -> launch());
        desk.clusters().observe(() -> FxRelay.show(() -> offer(button)));
        others.rights().observe(() -> offer(button));
        offer(button);
        return TooltipText.around(button);
    }

    private void offer(Button button) {
        NodePresence.of(button, writable());
        var against = others.rights().against(RIGHT);
        button.setDisable(against.isPresent());
        button.setText("Launch…" + against.map("   (%s)"::formatted).orElse(""));
        // A reason may be cut short: what stands beside it is of more use than the last of its words.
        button.setMinWidth(against.isPresent() ? Region.USE_COMPUTED_SIZE : Region.USE_PREF_SIZE);
    }
}
