package tessera.app;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.plan.journal.Entry;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may look at nodes and not change them is told so by every wizard, before anything is sent. */
class WizardsForbiddenTest extends WizardWindow {

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
        var seen = "sees-nodes";
        colleague.rbac().clusterRoles().resource(new ClusterRoleBuilder().withNewMetadata().withName(seen)
                .endMetadata().addNewRule().withApiGroups("").withResources("nodes").withVerbs("get", "list", "watch")
                .endRule().addNewRule().withApiGroups("nvidia.com").withResources("*")
                .withVerbs("get", "list", "watch").endRule().build()).create();
        colleague.rbac().clusterRoleBindings().resource(new ClusterRoleBindingBuilder().withNewMetadata()
                .withName(seen).endMetadata().withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", seen)
                .addNewSubject("rbac.authorization.k8s.io", "User", user(), null).build()).create();
    }

    @Test
    void everyWizardSaysWhatIsMissingAndOffersNoWayToGoOn() throws Exception {
        for (var wizard : wizards()) {
            preview(wizard);
            eventuallySays("change", "You may not ");
            assertThat(words("change")).as(wizard.title()).contains("Plan again").doesNotContain("Dry run passed");
            leave();
        }
        assertThat(desk.journal().entries()).extracting(Entry::event).doesNotContain(Entry.Event.BEGUN);
    }
}
