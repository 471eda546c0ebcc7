package tessera.app;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;

/** Who may launch and change no node reads at what would make room that it is not theirs to do. */
class RightsOfALaunchTest extends OperatedWindow {

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
        colleague.rbac().clusterRoles().resource(new ClusterRoleBuilder().withNewMetadata().withName("see-nodes")
                .endMetadata().withRules(new PolicyRuleBuilder().withVerbs("get", "list", "watch").withApiGroups("")
                        .withResources("nodes").build())
                .build()).create();
        colleague.rbac().clusterRoleBindings().resource(new ClusterRoleBindingBuilder().withNewMetadata()
                .withName("see-nodes").endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "see-nodes")
                .addNewSubject("rbac.authorization.k8s.io", "User", "viewer", null).build()).create();
        colleague.rbac().roleBindings().inNamespace("research").resource(new RoleBindingBuilder().withNewMetadata()
                .withName("launching").endMetadata().withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "edit")
                .addNewSubject("rbac.authorization.k8s.io", "User", "viewer", null).build()).create();
    }

    @Test
    void whatWouldMakeRoomIsOfferedWithTheReasonAgainstIt() {
        eventuallySays("connection", "live");
        beginLaunch();
        type("launch-count", "5");
        eventuallySays("launch-fit", "Uncordon h100-07   (you may not uncordon nodes)");
    }
}
