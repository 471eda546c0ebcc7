package tessera.app;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListView;
import tessera.ui.change.mig.NodeStateBeforeMigChange.CommonMigConfiguration;

/** Every change of nodes that can be begun in a window, with the answers that its form wants. */
record Wizards(OperatedWindow window) {

    private static final String DONGLE = "example.com/dongle";
    private static final String SHARING = "nvidia.com/device-plugin.config";
    private static final String SEEN = "Dry run passed";
    private static final String LAYOUT = "nvidia.com/mig.config";
    private static final String UNDER_WAY = "A MIG change is in progress on h100-03 (pending)";
    private static final String ALREADY = "Already in the requested state";

    /**
     * A change of nodes.
     *
     * @param title   as the menu has it
     * @param nodes   which; where there are several, each is one step
     * @param answers gives the answers that its form wants
     * @param made    whether it is made at a node
     * @param another what somebody else changes of the same
     * @param then    what the window says of it after that
     */
    record Wizard(String title, List<String> nodes, Runnable answers, Predicate<Node> made, Consumer<Node> another,
            String then) {

        /** Whether there is anything left to do after that. */
        boolean goesOn() {
            return then.equals(SEEN);
        }
    }

    List<Wizard> all() {
        return List.of(
                new Wizard("Taint…", List.of("l40s-01", "l40s-04"), this::taint, node -> tainted(node, "dedicated"),
                        node -> node.getSpec().getTaints()
                                .add(new TaintBuilder().withKey("other").withEffect("NoSchedule").build()),
                        SEEN),
                new Wizard("Label…", List.of("l40s-02", "l40s-03"), this::label, node -> labelled(node, "pool", "a"),
                        node -> label(node, "pool", "b"), SEEN),
                new Wizard("Cordon…", List.of("t4-01", "t4-02"), () -> {}, Wizards::cordoned, Wizards::cordon, ALREADY),
                new Wizard("Drain…", List.of("mi300x-01"), () -> reckless("drain"), Wizards::cordoned, Wizards::cordon,
                        SEEN),
                new Wizard("Advertise extended resource…", List.of("t4-02", "h100-02"), this::device,
                        node -> node.getStatus().getCapacity().containsKey(DONGLE),
                        node -> node.getStatus().getCapacity().put(DONGLE, new Quantity("7")), SEEN),
                new Wizard("Share GPUs…", List.of("b200-02"), this::share, node -> labelled(node, SHARING, "shared-4"),
                        node -> label(node, SHARING, "shared-4"), ALREADY),
                new Wizard("Change MIG layout…", List.of("h100-03"), this::divide, Wizards::cordoned,
                        Wizards::divideOtherwise, UNDER_WAY));
    }

    private static boolean tainted(Node node, String key) {
        return node.getSpec().getTaints().stream().anyMatch(taint -> taint.getKey().equals(key));
    }

    private static boolean labelled(Node node, String key, String value) {
        return value.equals(node.getMetadata().getLabels().get(key));
    }

    private static void label(Node node, String key, String value) {
        node.getMetadata().getLabels().put(key, value);
    }

    /** As if the MIG manager had noticed at once; it then does not get past pods that hang. */
    private static void divideOtherwise(Node node) {
        label(node, LAYOUT, "all-1g.10gb");
        label(node, LAYOUT + ".state", "pending");
    }

    private static boolean cordoned(Node node) {
        return Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    }

    private static void cordon(Node node) {
        node.getSpec().setUnschedulable(true);
    }

    private void taint() {
        window.type("taint-key", "dedicated");
        window.type("taint-value", "gpu");
    }

    private void label() {
        window.type("label-key", "pool");
        window.type("label-value", "a");
    }

    private void device() {
        window.type("resource-name", DONGLE);
        window.type("resource-amount", "2");
    }

    /** Whatever is lost. */
    private void reckless(String form) {
        window.check(form + "-unmanaged");
        window.check(form + "-local-data");
    }

    @SuppressWarnings("unchecked")
    private void share() {
        window.toggle("share-how-named");
        window.eventually("there is a configuration",
                () -> OperatedWindow.onFx(() -> window.find("share-config") instanceof ComboBox<?> box
                        && box.getItems().toString().contains("shared-4")));
        OperatedWindow.onFx(() -> {
            ((ComboBox<String>) window.find("share-config")).setValue("shared-4");
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private void divide() {
        window.eventually("layouts are offered",
                () -> OperatedWindow
                        .onFx(() -> window.find("mig-configs") instanceof ListView<?> list && list.getItems().stream()
                                .anyMatch(offer -> ((CommonMigConfiguration) offer).name().equals("all-balanced"))));
        OperatedWindow.onFx(() -> {
            var list = (ListView<CommonMigConfiguration>) window.find("mig-configs");
            list.getItems().stream().filter(configuration -> configuration.name().equals("all-balanced")).findFirst()
                    .ifPresent(list.getSelectionModel()::select);
            return true;
        });
        reckless("mig");
    }
}
