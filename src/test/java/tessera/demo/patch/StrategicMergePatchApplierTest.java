package tessera.demo.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;

/** What kubectl relies on when it sends a strategic merge patch. */
class StrategicMergePatchApplierTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        // kind | before | patch | after
        "Pod | {'spec':{'containers':[{'name':'a','image':'x'},{'name':'b','image':'y'}]}}"
                + " | {'spec':{'containers':[{'name':'b','image':'z'}]}}"
                + " | {'spec':{'containers':[{'name':'a','image':'x'},{'name':'b','image':'z'}]}}",
        "Pod | {'spec':{'containers':[{'name':'a','env':[{'name':'X','value':'1'},{'name':'Y','value':'2'}]}]}}"
                + " | {'spec':{'containers':[{'name':'a','env':[{'name':'X','$patch':'delete'},{'name':'Z','value':'3'}]}]}}"
                + " | {'spec':{'containers':[{'name':'a','env':[{'name':'Z','value':'3'},{'name':'Y','value':'2'}]}]}}",
        "Pod | {'spec':{'tolerations':[{'key':'a'}]}} | {'spec':{'tolerations':[{'key':'b'}]}}"
                + " | {'spec':{'tolerations':[{'key':'b'}]}}",
        "Pod | {'spec':{'nodeSelector':{'a':'1'}}} | {'spec':{'nodeSelector':{'b':'2','a':null}}}"
                + " | {'spec':{'nodeSelector':{'b':'2'}}}",
        "Pod | {'spec':{'containers':[{'name':'a','ports':[{'containerPort':80},{'containerPort':81}]}]}}"
                + " | {'spec':{'containers':[{'name':'a','ports':[{'containerPort':80,'name':'web'}]}]}}"
                + " | {'spec':{'containers':[{'name':'a','ports':[{'containerPort':80,'name':'web'},{'containerPort':81}]}]}}",
        "Pod | {'spec':{'volumes':[{'name':'v','emptyDir':{}}]}}"
                + " | {'spec':{'volumes':[{'name':'v','$retainKeys':['name','secret'],'secret':{'secretName':'s'}}]}}"
                + " | {'spec':{'volumes':[{'name':'v','secret':{'secretName':'s'}}]}}",
        "Pod | {'metadata':{'finalizers':['a','b']}} | {'metadata':{'finalizers':['c','a']}}"
                + " | {'metadata':{'finalizers':['c','a','b']}}",
        "Pod | {'metadata':{'finalizers':['a','b','c']}} | {'metadata':{'$deleteFromPrimitiveList/finalizers':['b']}}"
                + " | {'metadata':{'finalizers':['a','c']}}",
        "Pod | {'spec':{'containers':[{'name':'a'},{'name':'b'}]}}"
                + " | {'spec':{'$setElementOrder/containers':[{'name':'c'},{'name':'b'},{'name':'a'}],"
                + "'containers':[{'name':'c','image':'n'}]}}"
                + " | {'spec':{'containers':[{'name':'c','image':'n'},{'name':'b'},{'name':'a'}]}}",
        "Pod | {'spec':{'containers':[{'name':'a'},{'name':'b'}]}}"
                + " | {'spec':{'$setElementOrder/containers':[{'name':'b'},{'name':'a'}]}}"
                + " | {'spec':{'containers':[{'name':'b'},{'name':'a'}]}}",
        "Pod | {'spec':{'containers':[{'name':'a'},{'name':'b'}]}}"
                + " | {'spec':{'containers':[{'$patch':'replace'},{'name':'c'}]}} | {'spec':{'containers':[{'name':'c'}]}}",
        "Pod | {'metadata':{'labels':{'a':'1'}}} | {'metadata':{'labels':{'$patch':'replace','b':'2'}}}"
                + " | {'metadata':{'labels':{'b':'2'}}}",
        "Pod | {'metadata':{'labels':{'a':'1'}}} | {'metadata':{'labels':{'$patch':'delete'}}}"
                + " | {'metadata':{'labels':{}}}",
        "Service | {'spec':{'ports':[{'port':80,'nodePort':30000}]}} | {'spec':{'ports':[{'port':80,'name':'a'}]}}"
                + " | {'spec':{'ports':[{'port':80,'nodePort':30000,'name':'a'}]}}",
        "Deployment | {'spec':{'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':1}}}}"
                + " | {'spec':{'strategy':{'$retainKeys':['type'],'type':'Recreate'}}}"
                + " | {'spec':{'strategy':{'type':'Recreate'}}}",
        "PodDisruptionBudget | {'spec':{'selector':{'matchLabels':{'a':'1'}}}}"
                + " | {'spec':{'selector':{'matchLabels':{'b':'2'}}}} | {'spec':{'selector':{'matchLabels':{'b':'2'}}}}",
        "ServiceAccount | {'secrets':[{'name':'a'}],'imagePullSecrets':[{'name':'x'}]}"
                + " | {'secrets':[{'name':'b'}],'imagePullSecrets':[{'name':'y'}]}"
                + " | {'secrets':[{'name':'b'},{'name':'a'}],'imagePullSecrets':[{'name':'y'}]}",
        "Node | {'status':{'addresses':[{'type':'Hostname','address':'a'}]}}"
                + " | {'status':{'addresses':[{'type':'Hostname','address':'b'}]}}"
                + " | {'status':{'addresses':[{'type':'Hostname','address':'b'}]}}",
        "ConfigMap | {'data':{'a':'1'}} | {'data':{'b':'2','c':null}} | {'data':{'a':'1','b':'2'}}"})
    void listsAreMergedByTheirKeys(String kind, String before, String patch, String after)
            throws SimulatedApiException {
        var original = json(before);
        assertThat(patched(kind, original, json(patch))).isEqualTo(json(after));
        assertThat(original).isEqualTo(json(before));
    }

    @Test
    void itemsOnlyTheServerHasKeepTheirPlace() throws SimulatedApiException {
        var before = json("{'spec':{'containers':[{'name':'a'},{'name':'sidecar'},{'name':'b'}]}}");
        var patch = json("{'spec':{'$setElementOrder/containers':[{'name':'a'},{'name':'b'}],"
                + "'containers':[{'name':'b','image':'x'}]}}");
        assertThat(patched("Pod", before, patch).at("/spec/containers").findValuesAsText("name")).containsExactly("a",
                "sidecar", "b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'spec':{'containers':[{'image':'x'}]}} | 500"
                + " | map: map[image:x] does not contain declared merge key: name",
        "{'spec':{'containers':[{'name':'a','$patch':'merge'}]}} | 500"
                + " | merging lists cannot yet be specified in the patch",
        "{'metadata':{'labels':{'$patch':'frob'}}} | 400 | unknown patch type frob in map[$patch:frob]",
        "{'spec':{'$setElementOrder/containers':'x','containers':[{'name':'a'}]}} | 400"
                + " | The order in patch list: containers must be a list"})
    void aDirectiveThatMakesNoSenseIsRefused(String patch, int code, String message) {
        var before = json("{'metadata':{'labels':{'a':'1'}},'spec':{'containers':[{'name':'a','image':'x'}]}}");
        var error = catchThrowableOfType(SimulatedApiException.class, () -> patched("Pod", before, json(patch)));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessage(message);
    }

    @Test
    void aLongListIsMergedInReasonableTime() throws SimulatedApiException {
        var before = json("{'spec':{'containers':[]}}");
        var patch = json("{'spec':{'containers':[]}}");
        for (int i = 0; i < 20_000; i++) {
            before.withArray("/spec/containers").addObject().put("name", "c" + i);
            patch.withArray("/spec/containers").addObject().put("name", "c" + (30_000 - i)).put("image", "x");
        }
        assertThat(patched("Pod", before, patch).at("/spec/containers")).hasSize(30_001);
    }

    private static ObjectNode patched(String kind, ObjectNode original, ObjectNode patch) throws SimulatedApiException {
        return SimulatedObjectPatch.of(PatchKind.STRATEGIC, patch)
                .apply(SimulatedKindSchema.findBuiltIn(kind).orElseThrow(), original);
    }
}
