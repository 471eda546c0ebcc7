package tessera.kube.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.kube.schema.FieldViolation.ViolationKind;

import static org.assertj.core.api.Assertions.assertThat;

/** Violations of the rows of the table, in the words of the API server. */
class FieldValidatorTest {

    private static final FieldValidator TABLE = new FieldValidator(KindTable.builtIn());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "ContainerPort | {'containerPort':80,'protocol':'TCP','hostPort':0} | ``",
        "ContainerPort | {'containerPort':0} | containerPort: Required value",
        "ContainerPort | {'containerPort':70000}"
                + " | containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
        "ContainerPort | {'containerPort':80,'protocol':'HTTP'}"
                + " | protocol: Unsupported value: \"HTTP\": supported values: \"SCTP\", \"TCP\", \"UDP\"",
        "JobSpec | {'parallelism':-1} | parallelism: Invalid value: -1: must be greater than or equal to 0",
        "HPAScalingRules | {'stabilizationWindowSeconds':3601} | stabilizationWindowSeconds: Invalid value: 3601: must be"
                + " less than or equal to 3600",
        "TopologySpreadConstraint | {'maxSkew':0,'topologyKey':'a','whenUnsatisfiable':'DoNotSchedule'}"
                + " | maxSkew: Invalid value: 0: must be greater than zero",
        "TopologySpreadConstraint | {'maxSkew':1,'topologyKey':'','whenUnsatisfiable':'DoNotSchedule'}"
                + " | topologyKey: Required value: can not be empty",
        "EnvVar | {'name':'a=b'} | name: Invalid value: \"a=b\": a valid environment variable name must consist only of"
                + " printable ASCII characters other than '='",
        "EnvVarSource | {'fieldRef':{'apiVersion':'v1','fieldPath':'spec.nope'}} | fieldRef.fieldPath: Invalid value:"
                + " \"spec.nope\": error converting fieldPath: field label not supported: spec.nope",
        "ServicePort | {'port':80,'targetPort':'8o'} | ``",
        "ServicePort | {'port':80,'targetPort':65536}"
                + " | targetPort: Invalid value: 65536: must be between 1 and 65535, inclusive",
        "RollingUpdateDeployment | {'maxSurge':'200%','maxUnavailable':'100%'} | ``",
        "RollingUpdateDeployment | {'maxUnavailable':'120%'}"
                + " | maxUnavailable: Invalid value: \"120%\": must not be greater than 100%",
        "ObjectMeta | {'labels':{'a/b/c':''}} | labels: Invalid value: \"a/b/c\": a qualified name must consist of"
                + " alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g."
                + " 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g."
                + " 'example.com/MyName')",
        "ResourceRequirements | {'limits':{'nvidia.com/gpu':'500m'}}"
                + " | limits[nvidia.com/gpu]: Invalid value: \"500m\": must be an integer",
        "ResourceRequirements | {'limits':{'gpu':'1'}} | limits[gpu]: Invalid value: \"gpu\": must be a standard resource"
                + " type or fully qualified; limits[gpu]: Invalid value: \"gpu\": must be a standard resource for containers",
        "ResourceQuotaSpec | {'hard':{'requests.cpu':'-1'}}"
                + " | hard[requests.cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
        "LimitRangeSpec | {'limits':[{'type':'Pod'},{'type':'Pod'}]} | limits[1].type: Duplicate value: \"Pod\"",
        "ResourceSliceSpec | {'driver':'d','pool':{'name':'p','resourceSliceCount':1},'devices':[{'name':'a'},{'name':'a'}]}"
                + " | devices[1]: Duplicate value: \"a\"",
        "JobTemplateSpec | {'metadata':{'labels':{'a':'b c'}},'spec':{}} | labels: Invalid value: \"b c\": a valid label"
                + " must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end"
                + " with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation"
                + " is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"})
    void aValueIsRefusedInTheWordsOfTheServer(String type, String json, String expected)
            throws JsonProcessingException {
        assertThat(String.join("; ", messages(TABLE.check(type, "", tree(json), (_, _, _, _) -> {}))))
                .isEqualTo(expected);
    }

    @Test
    void aListHasNoMoreItemsThanTheTableSays() throws JsonProcessingException {
        var requests = String.join(",", IntStream.range(0, 33).mapToObj(i -> "{'name':'r" + i + "'}").toList());
        assertThat(messages(TABLE.check("DeviceClaim", "spec.devices", tree("{'requests':[" + requests + "]}"),
                (_, _, _, _) -> {})))
                .containsExactly("spec.devices.requests: Too many: 33: must have at most 32 items");
    }

    @Test
    void aViolationSaysWhatWouldBeAllowed() throws JsonProcessingException {
        assertThat(TABLE.check("Toleration", "spec.tolerations[0]", tree("{'operator':'Like'}"), (_, _, _, _) -> {}))
                .containsExactly(new FieldViolation("spec.tolerations[0].operator", ViolationKind.NOT_SUPPORTED,
                        "\"Like\"", "", List.of("Equal", "Exists")));
    }

    @Test
    void aRuleIsAskedForAStructBeforeItsFields() throws JsonProcessingException {
        var found = TABLE.check("Probe", "probe", tree("{'periodSeconds':-1,'httpGet':{}}"),
                (type, path, _, violations) -> violations.add(FieldViolation.forbidden(path, type)));
        assertThat(messages(found)).containsExactly("probe: Forbidden: Probe",
                "probe.httpGet: Forbidden: HTTPGetAction",
                "probe.periodSeconds: Invalid value: -1: must be greater than or equal to 0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "RuntimeClass | {'handler':'a'} | {'handler':'b'} | handler: Invalid value: \"b\": field is immutable",
        "RoleBinding | {'roleRef':{'name':'a'}} | {'roleRef':{'name':'b'}}"
                + " | roleRef: Invalid value: {\"name\":\"b\"}: cannot change roleRef",
        "ResourceSlice | {'spec':{'pool':{'name':'a'}}} | {'spec':{'pool':{'name':'b','generation':2}}}"
                + " | spec.pool.name: Invalid value: \"b\": field is immutable",
        "Pod | {'metadata':{'uid':'a'}} | {'metadata':{}} | metadata.uid: Invalid value: null: field is immutable",
        "PodTemplate | {'template':{'metadata':{'name':'a'}}} | {'template':{'metadata':{'name':'b'}}} | ``"})
    void aFieldThatDoesNotChangeIsNamed(String type, String before, String after, String expected)
            throws JsonProcessingException {
        assertThat(String.join("; ", messages(TABLE.checkChange(type, "", tree(after), tree(before)))))
                .isEqualTo(expected);
    }

    private static List<String> messages(List<FieldViolation> violations) {
        return violations.stream().map(each -> each.path() + ": " + each.message()).toList();
    }

    private static JsonNode tree(String json) throws JsonProcessingException {
        return JsonMapper.builder().build().readTree(json.replace('\'', '"'));
    }
}
