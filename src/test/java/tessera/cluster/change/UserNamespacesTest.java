package tessera.cluster.change;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Before a stack is installed, pods are found that could not be given GPUs by it. */
@Timeout(60)
class UserNamespacesTest extends ChangedCluster {

    private void pod(String name, boolean hostUsers, String resource) throws Exception {
        console.create("/api/v1/namespaces/default/pods", """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {"hostUsers": %s, "containers":
                 [{"name": "c", "image": "busybox", "resources": {"limits": {"%s": "1"}}}]}}""".formatted(name,
                hostUsers, resource));
    }

    @Test
    void onlyThoseCountThatAskForGpusAndHaveUsersOfTheirOwn() throws Exception {
        pod("apart", false, "nvidia.com/gpu");
        pod("with-the-host", true, "nvidia.com/gpu");
        pod("without-a-gpu", false, "cpu");

        var hostUsersPods = console.session().changes().inputReader().releases().readAdmission("gpu-operator")
                .userNamespacePods();

        assertThat(hostUsersPods.pods()).containsExactly("default/apart");
        assertThat(hostUsersPods.complete()).isTrue();
        assertThat(hostUsersPods.problem()).isEmpty();
    }
}
