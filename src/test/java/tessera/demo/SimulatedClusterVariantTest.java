package tessera.demo;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.environment.SimulatedClusterVariant;

import static org.assertj.core.api.Assertions.assertThat;

/** The simulated cluster plays installations other than its own fleet. */
@Timeout(60)
class SimulatedClusterVariantTest {

    @ParameterizedTest
    @EnumSource
    void nodesAreReadyAndPodsRun(SimulatedClusterVariant environment) throws Exception {
        var options = SimulationOptions.defaultOptions().withActivity(false).withEnvironment(Optional.of(environment));
        try (var cluster = SimulatedCluster.start(options);
                var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                        .build()) {
            assertThat(client.nodes().list().getItems()).isNotEmpty()
                    .allSatisfy(node -> assertThat(ready(node)).isTrue());
            assertThat(client.pods().inAnyNamespace().list().getItems())
                    .anySatisfy(pod -> assertThat(pod.getStatus().getPhase()).isEqualTo("Running"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void kubeletsRunAndDaemonSetsTellHowManyOfTheirPodsAreReady(SimulatedClusterVariant environment) throws Exception {
        var options = SimulationOptions.defaultOptions().withSpeed(60).withEnvironment(Optional.of(environment));
        try (var cluster = SimulatedCluster.start(options);
                var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                        .build()) {
            assertThat(client.nodes().list().getItems()).allSatisfy(
                    node -> assertThat(cluster.nodeMachines().isKubeletRunning(node.getMetadata().getName())).isTrue());
            for (var set : client.apps().daemonSets().inAnyNamespace().list().getItems()) {
                var status = client.resource(set).waitUntilCondition(each -> each.getStatus() != null
                        && each.getMetadata().getGeneration().equals(each.getStatus().getObservedGeneration())
                        && each.getStatus().getDesiredNumberScheduled().equals(each.getStatus().getNumberReady()), 40,
                        TimeUnit.SECONDS).getStatus();
                assertThat(status.getDesiredNumberScheduled()).as(set.getMetadata().getName()).isPositive();
            }
        }
    }

    private static boolean ready(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready") && condition.getStatus().equals("True"));
    }
}
