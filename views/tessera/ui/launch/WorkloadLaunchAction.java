package tessera.ui.launch;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.RequiredPermission;
import tessera.plan.authorization.RequiredPermissions;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenClusterSource;
import tessera.ui.UserSettingsAccess;
import tessera.ui.change.ClusterChangeDialog;
import tessera.ui.change.NodeChangeActions;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.TooltipFactory;

/** Launch of workloads. FX thread, except for {@link #isOffered}, which any may ask. */
public final class WorkloadLaunchAction {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLaunchAction.class);

    private final OpenClusterSource services;
    private final UserSettingsAccess preferences;
    private final AcceleratorCatalog accelerators;
    private final ClusterChangeDialog changeDialog;
    private final NodeChangeActions others;

    /** @param others what helps pods to nodes, offered where they would find none */
    public WorkloadLaunchAction(OpenClusterSource services, UserSettingsAccess preferences,
            AcceleratorCatalog accelerators, ClusterChangeDialog changeDialog, NodeChangeActions others) {
        this.services = services;
        this.preferences = preferences;
        this.accelerators = accelerators;
        this.changeDialog = changeDialog;
        this.others = others;
    }

    /** Returns whether anything can be launched now; false in read-only mode or where the server forbids it. */
    public boolean isOffered() {
        return isWritable() && others.rights().refusalOf(permission()).isEmpty();
    }

    private boolean isWritable() {
        return services.clusters().get().readOnlyReason().isEmpty();
    }

    /** Opens the form with the templates and their parameters. */
    public void openLaunchForm() {
        changeDialog.open(new WorkloadLaunchForm(services, preferences, accelerators, others.remedies()));
    }

    /** Returns the permission to launch: each of these is a kind of workload that a template makes. */
    private static RequiredPermissions permission() {
        return RequiredPermissions.anyNamespace(MESSAGES.text("launch.permission"), createAccess("", "pods"),
                createAccess("batch", "jobs"), createAccess("batch", "cronjobs"), createAccess("apps", "deployments"),
                createAccess("apps", "statefulsets"), createAccess("kubeflow.org", "pytorchjobs"),
                createAccess("kubeflow.org", "mpijobs"), createAccess("trainer.kubeflow.org", "trainjobs"),
                createAccess("ray.io", "rayjobs"), createAccess("jobset.x-k8s.io", "jobsets"),
                createAccess("leaderworkerset.x-k8s.io", "leaderworkersets"),
                createAccess("serving.knative.dev", "services"));
    }

    private static RequiredPermission createAccess(String group, String resource) {
        return new RequiredPermission("create", group, resource, "", "", "");
    }

    /** Returns a button that opens the form, visible while it is offered. */
    public Node launchButton() {
        var button = InputControlFactory.button("pods-launch", MESSAGES.text("launch.button", ""),
                this::openLaunchForm);
        services.clusters().observe(() -> relayAvailability(button));
        others.rights().observe(() -> updateButton(button));
        updateButton(button);
        return TooltipFactory.wrapForTooltip(button);
    }

    private void relayAvailability(Button button) {
        JavaFxThreadRelay.runOnFxThread(() -> updateButton(button));
    }

    private void updateButton(Button button) {
        JavaFxNodeVisibility.setShown(button, isWritable());
        var against = others.rights().refusalOf(permission());
        button.setDisable(against.isPresent());
        button.setText(MESSAGES.text("launch.button", against));
        // A reason may be cut short: what stands beside it is of more use than the last of its words.
        button.setMinWidth(against.isPresent() ? Region.USE_COMPUTED_SIZE : Region.USE_PREF_SIZE);
    }
}
