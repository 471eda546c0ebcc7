package tessera.app;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListView;
import tessera.ui.change.mig.MigSituation.Offer;

/** A window in which every change of nodes is begun and answered. */
abstract class WizardWindow extends OperatedWindow {

    static final String DONGLE = "example.com/dongle";
    private static final String SHARING = "nvidia.com/device-plugin.config";
    private static final String DIVISION = "nvidia.com/mig.config";

    /**
     * A change of a node.
     *
     * @param title   as the menu has it
     * @param answers gives the answers that its form wants
     * @param another what somebody else changes of the same
     */
    record Wizard(String title, String node, Runnable answers, Consumer<Node> another) {}

    final List<Wizard> wizards() {
        return List.of(
                new Wizard("Taint…", "l40s-01", this::taint, node -> node.getSpec().getTaints()
                        .add(new TaintBuilder().withKey("other").withEffect("NoSchedule").build())),
                new Wizard("Label…", "l40s-02", this::label, node -> labelled(node, "pool", "b")),
                new Wizard("Cordon", "t4-01", () -> {}, node -> node.getSpec().setUnschedulable(true)),
                new Wizard("Drain…", "mi300x-01", () -> {
                    check("drain-unmanaged");
                    check("drain-local-data");
                }, node -> node.getSpec().setUnschedulable(true)),
                new Wizard("Advertise a device…", "t4-02", this::device,
                        node -> node.getStatus().getCapacity().put(DONGLE, new Quantity("7"))),
                new Wizard("Share GPUs…", "b200-02", this::share, node -> labelled(node, SHARING, "shared-4")),
                new Wizard("Change MIG layout…", "h100-03", this::divide,
                        node -> labelled(node, DIVISION, "all-1g.10gb")));
    }

    private static void labelled(Node node, String key, String value) {
        node.getMetadata().getLabels().put(key, value);
    }

    final void taint() {
        type("taint-key", "dedicated");
        type("taint-value", "gpu");
    }

    final void label() {
        type("label-key", "pool");
        type("label-value", "a");
    }

    final void device() {
        type("resource-name", DONGLE);
        type("resource-amount", "2");
    }

    @SuppressWarnings("unchecked")
    void share() {
        toggle("share-how-named");
        eventually("there is a configuration", () -> onFx(() -> find("share-config") instanceof ComboBox<?> box
                && box.getItems().toString().contains("shared-4")));
        onFx(() -> {
            ((ComboBox<String>) find("share-config")).setValue("shared-4");
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    final void divide() {
        eventually("layouts are offered", () -> onFx(() -> find("mig-configs") instanceof ListView<?> list
                && list.getItems().stream().anyMatch(offer -> ((Offer) offer).name().equals("all-balanced"))));
        onFx(() -> {
            var list = (ListView<Offer>) find("mig-configs");
            list.getItems().stream().filter(offer -> offer.name().equals("all-balanced")).findFirst()
                    .ifPresent(list.getSelectionModel()::select);
            return true;
        });
        check("mig-unmanaged");
        check("mig-local-data");
    }

    /** Goes as far as the preview. */
    final void preview(Wizard wizard) {
        begin(wizard.node(), wizard.title());
        if (wizard.title().endsWith("…")) {
            wizard.answers().run();
            press("Preview");
        }
    }

    /** Has what was previewed done, as the button says. */
    final void apply(Wizard wizard) {
        eventuallySays("change", "Dry run passed");
        if (onFx(() -> find("change-confirm") != null)) {
            type("change-confirm", wizard.node());
        }
        next();
    }

    final void next() {
        eventually("it can be gone on", () -> onFx(() -> find("change-next") instanceof Button next
                && !next.isDisabled()));
        onFx(() -> {
            ((Button) Objects.requireNonNull(find("change-next"))).fire();
            return true;
        });
    }

    final void leave() {
        onFx(() -> {
            ((Button) Objects.requireNonNull(find("change-close"))).fire();
            return true;
        });
    }
}
