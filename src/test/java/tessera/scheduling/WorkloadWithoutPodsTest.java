package tessera.scheduling;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tessera.scheduling.Told.yaml;

/** Work that lacks pods is told why as things are now, not as they were when its pods were refused. */
class WorkloadWithoutPodsTest {

    private final Told told = new Told();

    private void quota(int hard, int used) {
        told.other("resourcequotas", yaml("""
                metadata: {namespace: ml, name: team}
                status: {hard: {requests.nvidia.com/gpu: '%d'}, used: {requests.nvidia.com/gpu: '%d'}}
                """.formatted(hard, used)));
    }

    private void replicas(int wanted, int there) {
        told.other("replicasets",
                yaml("""
                        kind: ReplicaSet
                        metadata: {namespace: ml, name: llm-1, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: llm,
                          controller: true}]}
                        spec:
                          replicas: %d
                          template: {spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}}}]}}
                        status: {replicas: %d}
                        """
                        .formatted(wanted, there)));
    }

    @BeforeEach
    void podsAreRefused() {
        told.other("events", yaml("""
                metadata: {name: e}
                involvedObject: {apiVersion: apps/v1, kind: ReplicaSet, namespace: ml, name: llm-1, uid: '?'}
                reason: FailedCreate
                lastTimestamp: 2026-11-22T13:59:00Z
                message: 'Error creating: pods "llm-1-x" is forbidden: exceeded quota: team, requested:
                  requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=4'
                """));
        quota(4, 3);
        replicas(4, 1);
    }

    private WorkloadWithoutPodsReader.PodlessWorkloadReadResult all() throws Exception {
        return new WorkloadWithoutPodsReader(told, told.snapshot(), Told.NOW).findAll(AcceleratorCatalog.standard());
    }

    @Test
    void aDeploymentIsNamedWithAllThatItsMissingPodsWant() throws Exception {
        assertThat(all().workloads()).singleElement().satisfies(workload -> {
            assertThat(workload.workload()).hasToString("ml/deployments/llm");
            assertThat(workload.headline()).isEqualTo(
                    "ResourceQuota “team” rejects the workload’s pods (3 of 4 nvidia.com/gpu used, 2 requested)");
            assertThat(workload.detail()).startsWith("exceeded quota: team, requested: ");
            assertThat(workload.requests().get("nvidia.com/gpu")).isEqualTo(6);
            assertThat(workload.remedy().orElseThrow().command())
                    .isEqualTo("tessera plan quota ml --name team --set nvidia.com/gpu=9");
        });
    }

    @Test
    void whereThereAreMoreEventsThanAreReadThatIsSaidAndNobodyIsSaidToLackNothing() throws Exception {
        told.cuts("events");

        assertThat(all().problemTexts()).containsExactly("Only 1 events were read, but more exist");
        assertThat(all().workloads()).hasSize(1);
        assertThatThrownBy(() -> new WorkloadWithoutPodsReader(told, told.snapshot(), Told.NOW).find("ml", "other"))
                .isInstanceOfSatisfying(ProblemException.class,
                        problemException -> assertThat(problemException.problem().problemText())
                                .startsWith("Cannot tell whether pods of other were rejected")
                                .contains("Only 1 events of ml "));
    }

    private void toldOf(String object) {
        told.other("events", yaml("""
                metadata: {name: e}
                involvedObject: {%s, namespace: ml, uid: '?'}
                reason: FailedCreate
                lastTimestamp: 2026-11-22T13:59:00Z
                message: 'Error creating: pods "x" is forbidden: no'
                """.formatted(object)));
    }

    @Test
    void anEventWhoseClientNamesNoVersionIsToldWhetherOrNotItsObjectIsFound() throws Exception {
        toldOf("kind: ReplicaSet, name: llm-1");
        assertThat(all().workloads()).singleElement()
                .satisfies(workload -> assertThat(workload.workload()).hasToString("ml/deployments/llm"));
        toldOf("apiVersion: v1, kind: ReplicaSet, name: llm-1");
        assertThat(all().workloads()).as("the group is left out").singleElement()
                .satisfies(workload -> assertThat(workload.workload()).hasToString("ml/deployments/llm"));
        toldOf("kind: Mesh, name: net");
        assertThat(all().problemTexts()).containsExactly(
                "Pods of 1 more workload were rejected. Cannot tell whether these pods are still missing.");

        toldOf("kind: ReplicaSet, name: gone");
        assertThat(all()).as("it is gone")
                .isEqualTo(new WorkloadWithoutPodsReader.PodlessWorkloadReadResult(List.of(), List.of()));
        toldOf("apiVersion: example.com/v1, kind: Mesh, name: net");
        assertThat(all()).as("it is gone")
                .isEqualTo(new WorkloadWithoutPodsReader.PodlessWorkloadReadResult(List.of(), List.of()));
    }

    @Test
    void whoHasAllItsPodsOrWantsNoneByNowIsNotTold() throws Exception {
        replicas(1, 1);
        assertThat(all().workloads()).isEmpty();
        replicas(0, 0);
        assertThat(all().workloads()).isEmpty();
    }

    @Test
    void aQuotaThatHasRoomByNowIsNotBlamed() throws Exception {
        quota(5, 3);
        assertThat(all().workloads()).singleElement().satisfies(workload -> {
            assertThat(workload.headline())
                    .isEqualTo("ResourceQuota “team” rejected the workload’s pods, but now has room for one more");
            assertThat(workload.remedy().orElseThrow().text()).startsWith("Wait for the controller to retry");
        });
    }

    @Test
    void whatIsProposedIsEnoughForAllThatAreLackingByWhatOthersTakeNow() throws Exception {
        quota(4, 4);
        var advice = new WorkloadWithoutPodsReader(told, told.snapshot(), Told.NOW).find("ml", "llm").orElseThrow()
                .remedy().orElseThrow();
        assertThat(advice.text())
                .isEqualTo("Raise ResourceQuota team to allow the 3 missing pods, or wait until other pods finish.");
        assertThat(advice.command()).isEqualTo("tessera plan quota ml --name team --set nvidia.com/gpu=10");
        replicas(2, 1);
        assertThat(new WorkloadWithoutPodsReader(told, told.snapshot(), Told.NOW).find("ml", "llm").orElseThrow()
                .remedy().orElseThrow().text())
                .isEqualTo("Raise ResourceQuota team to allow one more pod, or wait until other pods finish.");
    }

    @Test
    void aServiceAccountThatIsNotThereIsNamed() throws Exception {
        told.other("events", yaml("""
                metadata: {name: e}
                involvedObject: {apiVersion: apps/v1, kind: ReplicaSet, namespace: ml, name: llm-1, uid: '?'}
                reason: FailedCreate
                lastTimestamp: 2026-11-22T13:59:00Z
                message: 'Error creating: pods "llm-1-x" is forbidden: error looking up service account ml/robot:
                  serviceaccount "robot" not found'
                """));
        assertThat(all().workloads()).singleElement().satisfies(workload -> {
            var advice = workload.remedy().orElseThrow();
            assertThat(advice.text()).isEqualTo("Create ServiceAccount robot, or reference an existing one.");
            assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) advice.remedy()).manifestYaml()))
                    .isEqualTo(yaml("{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot, namespace: ml}}"));
        });
    }

    private SchedulingRemedy refused(String why) throws Exception {
        told.other("events", yaml("""
                metadata: {name: e}
                involvedObject: {apiVersion: apps/v1, kind: ReplicaSet, namespace: ml, name: llm-1, uid: '?'}
                reason: FailedCreate
                lastTimestamp: 2026-11-22T13:59:00Z
                message: 'Error creating: pods "llm-1-x" is forbidden: %s'
                """.formatted(why)));
        return all().workloads().getFirst().remedy().orElseThrow();
    }

    @Test
    void aRuntimeClassThatIsNotThereIsNamed() throws Exception {
        var advice = refused("pod rejected: RuntimeClass \"nvidia\" not found");
        assertThat(advice.text()).isEqualTo("Create RuntimeClass nvidia, or reference an existing one.");
        assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) advice.remedy()).manifestYaml())).isEqualTo(
                yaml("{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: nvidia}, handler: nvidia}"));
    }

    @Test
    void aPriorityClassThatIsNotThereIsNamed() throws Exception {
        var advice = refused("no PriorityClass with name vip was found");
        assertThat(advice.text()).isEqualTo("Create PriorityClass vip, or reference an existing one.");
        assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) advice.remedy()).manifestYaml())).isEqualTo(
                yaml("{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: vip}, value: 0}"));
    }

    @Test
    void aLimitRangeThatRefusesIsNamedWithTheChangeThatWouldHaveItLetThemIn() throws Exception {
        var refusal = "maximum nvidia.com/gpu usage per Pod is 1, but limit is 2";
        assertThat(refused(refusal).text())
                .isEqualTo("Request at most 1 of nvidia.com/gpu per pod, or change the LimitRange.");
        told.other("limitranges", yaml("""
                metadata: {namespace: ml, name: small}
                spec: {limits: [{type: Pod, max: {nvidia.com/gpu: '1'}}]}
                """));
        var advice = refused(refusal);
        assertThat(advice.text())
                .isEqualTo("Request at most 1 of nvidia.com/gpu per pod, or change LimitRange small to allow 2.");
        assertThat(advice.command()).isEqualTo("tessera plan limits ml --name small --set Pod/max/nvidia.com/gpu=2");
        assertThat(advice.remedy()).isEqualTo(new SchedulingRemedyChange.EditObjectAction(
                new ObjectRef("v1", "LimitRange", "limitranges", "ml", "small")));
        told.cuts("limitranges");
        assertThat(refused(refusal).text()).as("another one may say so, too").endsWith("or change the LimitRange.");
        told.forbids("limitranges");
        assertThat(refused(refusal).command()).isEqualTo("kubectl -n ml describe limitranges");
    }

    @Test
    void amountsThatAQuotaCountsAndNobodySaysAreNamedWithADefaultForThem() throws Exception {
        var advice = refused("failed quota: team: must specify limits.memory for: cpu; requests.cpu for: cpu,side");
        assertThat(advice.text()).isEqualTo(
                "Set limits.memory and requests.cpu in every container, or define a default with a " + "LimitRange.");
        assertThat(advice.command()).isEqualTo("tessera plan limits ml --new --name defaults "
                + "--set Container/default/memory=4Gi --set Container/defaultRequest/cpu=1");
        assertThat(all().workloads().getFirst().headline()).isEqualTo("The API server rejects the workload’s pods. "
                + "ResourceQuota “team” requires limits.memory and requests.cpu, which not every container sets.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "no PriorityClass with name vip was found | PriorityClass “vip” does not exist",
        "pod rejected: RuntimeClass \"nvidia\" not found | RuntimeClass “nvidia” does not exist",
        "maximum cpu usage per Pod is 4, but limit is 8 | A LimitRange allows at most 4 of cpu per pod, "
                + "but the value is 8"})
    void whyPodsAreRefusedIsSaidInTheOneSentence(String said, String reason) throws Exception {
        refused(said);
        assertThat(all().workloads().getFirst().headline())
                .isEqualTo("The API server rejects the workload’s pods. " + reason + ".");
    }

    @Test
    void whatMayNotBeReadIsAGap() throws Exception {
        told.forbids("jobs");
        assertThat(all().problemTexts())
                .containsExactly("Suspended Job objects could not be read: You may not read jobs");
        assertThat(all().workloads()).hasSize(1);
    }

    @Test
    void whoseObjectMayNotBeReadIsCountedAndNotPassedOver() throws Exception {
        told.forbids("replicasets");
        assertThat(all().workloads()).isEmpty();
        assertThat(all().problemTexts()).containsExactly(
                "Pods of 1 more workload were rejected. Cannot tell whether these pods are still missing.");
    }
}
