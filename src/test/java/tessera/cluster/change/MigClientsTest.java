package tessera.cluster.change;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.TargetNodeSelection;

import static org.assertj.core.api.Assertions.assertThat;

/** What the operator's own configuration says stops on a host while its GPUs are divided. */
class MigClientsTest extends ChangedCluster {

    @Test
    void servicesOfTheHostThatStopAreNamedWhereTheyCanBeRead() throws Exception {
        var map = "/api/v1/namespaces/gpu-operator/configmaps/default-gpu-clients";
        assertThat(clients()).contains("Where the host has its own driver, nvsm.service, nvidia-dcgm.service "
                + "and dcgm.service pause too (ConfigMap default-gpu-clients).");

        var policy = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy";
        console.create("/api/v1/namespaces/gpu-operator/configmaps", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"name\":\"ours\"},\"data\":{\"clients.yaml\":\"version: v1\\n\"}}");
        console.patch(policy, "{\"spec\":{\"migManager\":{\"gpuClientsConfig\":{\"name\":\"ours\"}}}}");
        assertThat(clients()).contains("ConfigMap ours names none");
        console.patch(policy, "{\"spec\":{\"migManager\":{\"gpuClientsConfig\":{\"name\":null}}}}");

        console.delete(map);
        assertThat(clients())
                .contains("Host services in ConfigMap default-gpu-clients may pause too, but could not be read: ");
    }

    /** MIG managers that the operator starts anew meanwhile offer nothing for a moment. */
    private String clients() throws Exception {
        var told = new AtomicReference<String>();
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> {
            var preview = console.plan(new ApplyMigConfigIntent(TargetNodeSelection.of("h100-05"), "all-balanced",
                    RECKLESS, Duration.ofMinutes(1)));
            preview.plan().warningTexts().stream().filter(text -> text.contains("pause during the change")).findFirst()
                    .ifPresent(told::set);
            return told.get() != null;
        });
        return told.get();
    }
}
