package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;
import static tessera.demo.patch.Recording.recording;

/** What the server understands of what it is sent. */
class DecodingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Pod | {'spec':{'containers':[{'image':1}]}} | number into Go struct field Container.spec.containers.image"
                + " of type string",
        "Pod | {'spec':{'containers':{'a':1}}} | object into Go struct field PodSpec.spec.containers of type []v1.Container",
        "Pod | {'metadata':{'labels':['a']}} | array into Go struct field ObjectMeta.metadata.labels of type"
                + " map[string]string",
        "Pod | {'metadata':{'labels':{'a':1}}} | number into Go struct field ObjectMeta.metadata.labels of type string",
        "Pod | {'spec':'x'} | string into Go struct field Pod.spec of type v1.PodSpec",
        "Deployment | {'spec':{'replicas':'3'}} | string into Go struct field DeploymentSpec.spec.replicas of type int32",
        "Deployment | {'spec':{'replicas':1.5}} | number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
        "Deployment | {'spec':{'paused':'no'}} | string into Go struct field DeploymentSpec.spec.paused of type bool",
        "Node | {'status':{'capacity':[]}} | array into Go struct field NodeStatus.status.capacity of type v1.ResourceList"})
    void aValueOfTheWrongTypeIsRefusedWithItsPlace(String kind, String body, String reason) {
        var error = catchThrowableOfType(SimulatedApiException.class, () -> decode(kind, body));
        assertThat(error).hasMessage("%s in version \"v1\" cannot be handled as a %s: json: cannot unmarshal %s"
                .formatted(kind, kind, reason));
    }

    @Test
    void aSecretHoldsBytes() throws SimulatedApiException {
        assertThat(decode("Secret", "{'data':{'a':'Yg=='}}").object().at("/data/a").asText()).isEqualTo("Yg==");
        var error = catchThrowableOfType(SimulatedApiException.class, () -> decode("Secret", "{'data':{'a':'b c!'}}"));
        assertThat(error).hasMessage(
                "Secret in version \"v1\" cannot be handled as a Secret: illegal base64 data at input byte 1");
    }

    @Test
    void whatIsNoTimeIsRefused() {
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> decode("Pod", "{'metadata':{'deletionTimestamp':'soon'}}"));
        assertThat(error.getMessage())
                .endsWith("parsing time \"soon\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"soon\" as \"2006\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Node | {'spec':{'unschedulable':false,'podCIDR':'','taints':[]}} | /spec | {}",
        "Deployment | {'spec':{'replicas':0,'paused':false,'minReadySeconds':0,'selector':{}}} | /spec/replicas | 0",
        "Pod | {'metadata':{'labels':{},'annotations':null,'name':'x'}} | /metadata | {'name':'x'}",
        "Pod | {'spec':{'securityContext':{},'hostNetwork':false,'volumes':[{'name':'v','emptyDir':{}}]}}"
                + " | /spec/volumes/0 | {'name':'v','emptyDir':{}}",
        "Pod | {'metadata':{'creationTimestamp':'2026-01-01T13:00:00.7+01:00'}} | /metadata/creationTimestamp"
                + " | `2026-01-01T12:00:00Z`",
        "Lease | {'spec':{'renewTime':'2026-01-01T12:00:00.1234567Z'}} | /spec/renewTime | `2026-01-01T12:00:00.123456Z`",
        "Node | {'status':{'nodeInfo':{'kernelVersion':'6'}}} | /status/daemonEndpoints | {'kubeletEndpoint':{'Port':0}}"})
    void zeroValuesAreWrittenAsAServerWritesThem(String kind, String body, String pointer, String expected)
            throws SimulatedApiException {
        var actual = decode(kind, body).object().at(pointer).toString().replace('"', '\'');
        assertThat(actual).isEqualTo(expected.startsWith("20") ? "'" + expected + "'" : expected);
    }

    @Test
    void unknownFieldsAreNamedInTheOrderOfTheBodyAndDropped() throws SimulatedApiException {
        var decoded = decode("Pod", "{'x':1,'spec':{'gpus':2,'containers':[{'name':'a'},{'img':'b'}],"
                + "'nodeSelector':{'any':'thing'}},'metadata':{'label':{}}}");
        assertThat(decoded.unknownFields()).containsExactly("unknown field \"x\"", "unknown field \"spec.gpus\"",
                "unknown field \"spec.containers[1].img\"", "unknown field \"metadata.label\"");
        assertThat(decoded.object().toString()).doesNotContain("gpus", "img", "\"x\"");
    }

    @Test
    void aCustomResourceIsPrunedByItsOwnSchema() throws SimulatedApiException {
        var schema = SimulatedKindSchema.fromDefinition(recording("12-custom-resources/crd-create").response(), "v1")
                .orElseThrow();
        var recording = recording("12-custom-resources/create-unknown-field");
        var decoded = SimulatedRequestBodyDecoder.decode(schema, recording.object());
        assertThat(decoded.unknownFields()).isEqualTo(recording.warnings());
        assertThat(decoded.object().path("spec")).isEqualTo(json("{'driver':{}}"));

        var decodedObject = SimulatedRequestBodyDecoder.decode(schema,
                recording("12-custom-resources/create").object());
        assertThat(decodedObject.unknownFields()).isEmpty();
        assertThat(decodedObject.object().at("/spec/validator/plugin/env")).hasSize(2);
        assertThat(schema.namespaced()).isFalse();
        assertThat(schema.hasStatus()).isTrue();
        assertThat(schema.plural()).isEqualTo("clusterpolicies");
        assertThat(SimulatedKindSchema.fromDefinition(recording("12-custom-resources/crd-create").response(), "v9"))
                .isEmpty();
    }

    @Test
    void everyKindIsKnownByItsResource() {
        assertThat(SimulatedKindSchema.builtInKinds()).hasSizeGreaterThan(50);
        assertThat(SimulatedKindSchema.findBuiltIn("NetworkPolicy").orElseThrow().plural())
                .isEqualTo("networkpolicies");
        assertThat(SimulatedKindSchema.findBuiltIn("Endpoints").orElseThrow().plural()).isEqualTo("endpoints");
        assertThat(SimulatedKindSchema.findBuiltIn("StorageClass").orElseThrow().plural()).isEqualTo("storageclasses");
        assertThat(SimulatedKindSchema.findBuiltIn("Event.events.k8s.io").orElseThrow().kindName()).isEqualTo("Event");
    }

    private static SimulatedDecodedRequestBody decode(String kind, String body) throws SimulatedApiException {
        ObjectNode object = json(body);
        return SimulatedRequestBodyDecoder.decode(SimulatedKindSchema.findBuiltIn(kind).orElseThrow(), object);
    }
}
