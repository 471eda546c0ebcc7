package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tessera.demo.patch.Recording.json;

/** What admission adds by what else is in the cluster, beyond what the recordings show. */
class MutationTest {

    private static final String HIGH = "{'kind':'PriorityClass','metadata':{'name':'high'},'value':1000,"
            + "'preemptionPolicy':'Never'}";

    @Test
    void aPriorityClassGivesItsNumber() throws SimulatedApiException {
        var world = new World().with(HIGH);
        var spec = admitted(world, "{'spec':{'priorityClassName':'high'}}").path("spec");
        assertThat(spec.path("priority").asInt()).isEqualTo(1000);
        assertThat(spec.path("preemptionPolicy").asText()).isEqualTo("Never");
        assertThat(
                admitted(world, "{'spec':{'priorityClassName':'system-node-critical'}}").at("/spec/priority").asInt())
                .isEqualTo(2_000_001_000);
        assertThat(admitted(world, "{'spec':{}}").at("/spec/priority").asInt()).isZero();
    }

    @Test
    void theDefaultPriorityClassIsForPodsThatNameNone() throws SimulatedApiException {
        var world = new World().with(HIGH)
                .with("{'kind':'PriorityClass','metadata':{'name':'usual'},'value':5,'globalDefault':true}");
        var spec = admitted(world, "{'spec':{}}").path("spec");
        assertThat(spec.path("priorityClassName").asText()).isEqualTo("usual");
        assertThat(spec.path("priority").asInt()).isEqualTo(5);
    }

    @Test
    void aPriorityOfTheClientsOwnIsRefused() {
        assertThatThrownBy(() -> admitted(new World(), "{'metadata':{'name':'p'},'spec':{'priority':7}}")).hasMessage(
                "pods \"p\" is forbidden: the integer value of priority (7) must not be provided in pod spec; priority"
                        + " admission controller computed 0 from the given PriorityClass name");
    }

    @Test
    void whatWasAddedToAPodStaysThoughAnUpdateDoesNotSayIt() throws SimulatedApiException {
        var stored = admitted(new World().with(HIGH), "{'spec':{'priorityClassName':'high'}}");
        var pod = SimulatedKindSchema.findBuiltIn("Pod").orElseThrow();
        var updated = new SimulatedMutatingAdmission(new World()).mutateUpdate(pod, stored,
                json("{'spec':{'priorityClassName':'high'}}"));
        assertThat(updated.path("spec").path("tolerations")).isEqualTo(stored.path("spec").path("tolerations"));
        assertThat(updated.at("/spec/priority").asInt()).isEqualTo(1000);
        assertThat(updated.at("/spec/preemptionPolicy").asText()).isEqualTo("Never");
    }

    @Test
    void aRuntimeClassGivesItsOverheadAndItsNodes() throws SimulatedApiException {
        var world = new World().with("{'kind':'RuntimeClass','metadata':{'name':'kata'},'overhead':{'podFixed':"
                + "{'memory':'1Gi'}},'scheduling':{'nodeSelector':{'kata':'yes'},'tolerations':[{'key':'kata'}]}}");
        var spec = admitted(world, "{'spec':{'runtimeClassName':'kata'}}").path("spec");
        assertThat(spec.path("overhead")).isEqualTo(json("{'memory':'1Gi'}"));
        assertThat(spec.path("nodeSelector")).isEqualTo(json("{'kata':'yes'}"));
        assertThat(spec.path("tolerations").findValuesAsText("key")).contains("kata");
        assertThatThrownBy(() -> admitted(world, "{'spec':{'runtimeClassName':'kata','overhead':{'memory':'2Gi'}}}"))
                .hasMessageContaining("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{'operator':'Exists'} | 1",
        "{'key':'node.kubernetes.io/not-ready','operator':'Exists','effect':'NoExecute'} | 2",
        "{'key':'node.kubernetes.io/not-ready','operator':'Exists','effect':'NoSchedule'} | 3"})
    void aPodIsMadeToTolerateADeadNodeUnlessItSaysHow(String toleration, int tolerations) throws SimulatedApiException {
        var pod = admitted(new World(), "{'spec':{'tolerations':[" + toleration + "]}}");
        assertThat(pod.at("/spec/tolerations")).hasSize(tolerations);
    }

    @Test
    void aPodMayDoWithoutTheTokenOfItsAccount() throws SimulatedApiException {
        var world = new World().with("{'kind':'ServiceAccount','metadata':{'name':'bare','namespace':'ns'},"
                + "'automountServiceAccountToken':false,'imagePullSecrets':[{'name':'pull'}]}");
        var bare = admitted(world, "{'spec':{'serviceAccountName':'bare','containers':[{'name':'a'}]}}").path("spec");
        assertThat(bare.has("volumes")).isFalse();
        assertThat(bare.path("imagePullSecrets")).hasSize(1);
        var wanted = admitted(world,
                "{'spec':{'serviceAccountName':'bare','automountServiceAccountToken':true,"
                        + "'containers':[{'name':'a','volumeMounts':[{'name':'m','mountPath':"
                        + "'/var/run/secrets/kubernetes.io/serviceaccount'}]},{'name':'b'}]}}")
                .path("spec");
        assertThat(wanted.at("/volumes/0/name").asText()).isEqualTo("kube-api-access-xyz12");
        assertThat(wanted.at("/containers/0/volumeMounts")).hasSize(1);
        assertThat(wanted.at("/containers/1/volumeMounts/0/name").asText()).isEqualTo("kube-api-access-xyz12");
    }

    @Test
    void aClaimGetsTheDefaultStorageClassAndIsGuarded() throws SimulatedApiException {
        var world = new World().with("{'kind':'StorageClass','metadata':{'name':'fast','annotations':"
                + "{'storageclass.kubernetes.io/is-default-class':'true'}}}");
        var claim = created(world, "PersistentVolumeClaim", "{'spec':{}}");
        assertThat(claim.at("/spec/storageClassName").asText()).isEqualTo("fast");
        assertThat(claim.at("/metadata/finalizers/0").asText()).isEqualTo("kubernetes.io/pvc-protection");
        assertThat(created(world, "PersistentVolumeClaim", "{'spec':{'storageClassName':''}}")
                .at("/spec/storageClassName").asText()).isEmpty();
    }

    @Test
    void aServiceGetsAnAddressThatIsTheSameEachTime() throws SimulatedApiException {
        var service = "{'metadata':{'name':'s'},'spec':{'type':'NodePort','ports':[{'port':80}]}}";
        var first = created(new World(), "Service", service).path("spec");
        assertThat(created(new World(), "Service", service).path("spec")).isEqualTo(first);
        assertThat(first.path("clusterIP").asText()).matches("10\\.(9[6-9]|10\\d|11[01])\\.\\d+\\.\\d+");
        assertThat(first.at("/ports/0/nodePort").asInt()).isBetween(30_000, 32_767);
        assertThat(created(new World(), "Service", "{'spec':{'clusterIP':'None'}}").at("/spec/clusterIP").asText())
                .isEqualTo("None");
    }

    private static ObjectNode admitted(World world, String pod) throws SimulatedApiException {
        return created(world, "Pod", pod);
    }

    private static ObjectNode created(World world, String kind, String json) throws SimulatedApiException {
        var object = json(json);
        object.withObject("/metadata").put("namespace", "ns");
        var untouched = object.deepCopy();
        var result = new SimulatedMutatingAdmission(world)
                .mutateNew(SimulatedKindSchema.findBuiltIn(kind).orElseThrow(), object, "xyz12");
        assertThat(object).isEqualTo(untouched);
        return result;
    }
}
