package tessera.app;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.List;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.shell.Destination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who sees all of a cluster and may change nodes, but end no pod, reads on every screen what is not theirs to do. */
class RightsOverNodesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "viewer";
    }

    @Override
    void prepare() {
        grant("see", List.of("get", "list", "watch"), "", "nodes", "secrets", "configmaps");
        grant("stack", List.of("get", "list"), "nvidia.com", "clusterpolicies");
        grant("label", List.of("patch"), "", "nodes");
    }

    private void grant(String name, List<String> verbs, String group, String... resources) {
        colleague.rbac().clusterRoles().resource(new ClusterRoleBuilder().withNewMetadata().withName(name).endMetadata()
                .withRules(new PolicyRuleBuilder().withVerbs(verbs).withApiGroups(group).withResources(resources)
                        .build())
                .build()).create();
        colleague.rbac().clusterRoleBindings().resource(new ClusterRoleBindingBuilder().withNewMetadata().withName(name)
                .endMetadata().withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                .addNewSubject("rbac.authorization.k8s.io", "User", "viewer", null).build()).create();
    }

    private void go(Destination destination) {
        onFx(() -> {
            shell.go(destination);
            return true;
        });
    }

    @Test
    void everyScreenTellsWhatIsNotTheirs() {
        eventuallySays("connection", "live");
        onFx(() -> {
            shell.inspect(ObjectRef.node("h100-01"));
            return true;
        });
        eventually("a drain takes more than nodes", () -> offers().stream().map(MenuItem::getText)
                .anyMatch("Drain…   (you may not create pods/eviction)"::equals));
        assertThat(offers()).extracting(MenuItem::getText).contains("Cordon", "Taint…", "Share GPUs…");

        go(Destination.SHARING);
        eventuallySays("sharing-against", "You may not change configurations");
        assertThat(onFx(() -> find("sharing-new").isDisabled())).isTrue();
        assertThat(onFx(() -> find("sharing-share").isDisabled())).as("labels of nodes are enough").isFalse();

        go(Destination.OPERATOR);
        eventually("the release is not theirs", () -> onFx(() -> find("operator-change") instanceof MenuButton menu
                && menu.getItems().stream().anyMatch(item -> item.isDisable() && item.getText()
                        .equals("Upgrade…   (you may not upgrade releases in gpu-operator)"))));

        go(Destination.QUOTAS);
        eventuallySays("quota-against", "You may not create namespaces");
        assertThat(onFx(() -> find("quota-team").isDisabled())).isTrue();

        go(Destination.DOCTOR);
        eventually("what would mend is told with the reason against it", () -> words("doctor-findings")
                .contains("Change quota vision/team… (you may not change resourcequotas in vision)"));
        assertThat(words("doctor-findings")).contains("Uncordon h100-07…").doesNotContain("Uncordon h100-07… (");
    }
}
