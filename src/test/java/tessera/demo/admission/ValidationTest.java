package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;

/** What is refused and why, beyond what the recordings show. */
class ValidationTest {

    private static final SimulatedServerGeneratedMetadata BIRTH = new SimulatedServerGeneratedMetadata("u", "abcde",
            Instant.parse("2026-01-01T12:00:00Z"));
    private static final String POD = "'containers':[{'name':'a','image':'i'}]";

    private final SimulatedApiWritePipeline rules = new SimulatedApiWritePipeline(new World(), World.NO_CUSTOM_KINDS);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Pod | {'spec':{'containers':[{'name':'a','image':'i'},{'name':'a','image':'i'}]}}"
                + " | spec.containers[1].name: Duplicate value: \"a\"",
        "Pod | {'spec':{'containers':[{'name':'A','image':'i'}]}} | spec.containers[0].name: Invalid value: \"A\": a lowercase"
                + " RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with"
                + " an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is"
                + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
        "Pod | {'spec':{'containers':[{'name':'a','image':' i'}]}} | spec.containers[0].image: Invalid value: \" i\": must not"
                + " have leading or trailing whitespace",
        "Pod | {'spec':{'containers':[{'name':'a','image':'i','imagePullPolicy':'Maybe'}]}}"
                + " | spec.containers[0].imagePullPolicy: Unsupported value: \"Maybe\": supported values: \"Always\","
                + " \"IfNotPresent\", \"Never\"",
        "Pod | {'spec':{'containers':[{'name':'a','image':'i','volumeMounts':[{'name':'v','mountPath':'/m'}]}]}}"
                + " | spec.containers[0].volumeMounts[0].name: Not found: \"v\"",
        "Pod | {'spec':{'containers':[{'name':'a','image':'i','resources':{'requests':{'cpu':'2'},'limits':{'cpu':'1'}}}]}}"
                + " | spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1",
        "Pod | {'spec':{'containers':[{'name':'a','image':'i','resources':{'claims':[{'name':'g'}]}}]}}"
                + " | spec.containers[0].resources.claims[0].name: Not found: \"g\"",
        "Pod | {'spec':{'resourceClaims':[{'name':'g'}]," + POD + "}}"
                + " | spec.resourceClaims[0]: Invalid value: {\"Name\":\"g\",\"ResourceClaimName\":null,"
                + "\"ResourceClaimTemplateName\":null}: must specify one of: `resourceClaimName`,"
                + " `resourceClaimTemplateName`",
        "Pod | {'spec':{'tolerations':[{'operator':'Equal'}]," + POD + "}}"
                + " | spec.tolerations[0].operator: Invalid value: \"Equal\": operator must be Exists when `key` is empty,"
                + " which means \"match all values and all keys\"",
        "Pod | {'spec':{'tolerations':[{'key':'a','effect':'NoSchedule','tolerationSeconds':3}]," + POD + "}}"
                + " | spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when"
                + " `tolerationSeconds` is set",
        "Pod | {'spec':{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
                + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'In'}]}]}}}," + POD + "}}"
                + " | spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"
                + ".matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "Pod | {'spec':{'topologySpreadConstraints':[{'maxSkew':0,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}],"
                + POD + "}} | spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
        "Pod | {'metadata':{'finalizers':['hold']},'spec':{" + POD + "}}"
                + " | metadata.finalizers[0]: Invalid value: \"hold\": name is neither a standard finalizer name nor is it"
                + " fully qualified",
        "Deployment | {'spec':{'selector':{},'template':{'spec':{" + POD + "}}}}"
                + " | spec.selector: Invalid value: {}: empty selector is invalid for deployment",
        "Deployment | {'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{"
                + "'restartPolicy':'Never'," + POD + "}}}}"
                + " | spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"",
        "Deployment | {'spec':{'replicas':-1,'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':"
                + "{'a':'b'}},'spec':{" + POD + "}}}}"
                + " | spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "DaemonSet | {'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{"
                + POD + "}},'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'maxUnavailable':0}}}}"
                + " | spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0",
        "DaemonSet | {'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{"
                + POD + "}},'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':1}}}}"
                + " | spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable"
                + " is non-zero",
        "Job | {'spec':{'completionMode':'Indexed','parallelism':1,'template':{'spec':{'restartPolicy':'Never'," + POD
                + "}}}} | spec.completions: Required value: when completion mode is Indexed",
        "CronJob | {'spec':{'schedule':'soon','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never'," + POD
                + "}}}}}} | spec.schedule: Invalid value: \"soon\": expected exactly 5 fields, found 1: [soon]",
        "CronJob | {'spec':{'schedule':'61 * * * *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"61 * * * *\": end of range (61) above maximum (59): 61",
        "CronJob | {'spec':{'schedule':'0 3 * * 7','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD + "}}}}}} | spec.schedule: Invalid value: \"0 3 * * 7\": end of range (7) above maximum (6): 7",
        "CronJob | {'spec':{'schedule':'0 3 0 * *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"0 3 0 * *\": beginning of range (0) below minimum (1): 0",
        "CronJob | {'spec':{'schedule':'0 5-3 * * *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"0 5-3 * * *\": beginning of range (5) beyond end of range (3): 5-3",
        "CronJob | {'spec':{'schedule':'*/0 * * * *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"*/0 * * * *\": step of range should be a positive number: */0",
        "CronJob | {'spec':{'schedule':'0 3 * * someday','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"0 3 * * someday\": failed to parse int from someday: strconv.Atoi: parsing \"someday\": invalid syntax",
        "CronJob | {'spec':{'schedule':'@noon','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD + "}}}}}} | spec.schedule: Invalid value: \"@noon\": unrecognized descriptor: @noon",
        "CronJob | {'spec':{'schedule':'@every soon','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"@every soon\": failed to parse duration @every soon: time: invalid duration \"soon\"",
        "CronJob | {'spec':{'schedule':'CRON_TZ=UTC * * * * *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + POD
                + "}}}}}} | spec.schedule: Invalid value: \"CRON_TZ=UTC * * * * *\": cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
        "HorizontalPodAutoscaler | {'spec':{'scaleTargetRef':{'kind':'Deployment','name':'a'},'minReplicas':0,'maxReplicas':2}}"
                + " | spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
        "HorizontalPodAutoscaler | {'spec':{'scaleTargetRef':{'kind':'Deployment'},'maxReplicas':2}}"
                + " | spec.scaleTargetRef.name: Required value",
        "PodDisruptionBudget | {'spec':{'minAvailable':1,'maxUnavailable':1}}"
                + " | spec: Invalid value: {\"MinAvailable\":1,\"Selector\":null,\"MaxUnavailable\":1,"
                + "\"UnhealthyPodEvictionPolicy\":null}: minAvailable and maxUnavailable cannot be both set",
        "PodDisruptionBudget | {'spec':{'minAvailable':-1}}"
                + " | spec.minAvailable: Invalid value: -1: must be greater than or equal to 0",
        "Job | {'spec':{'parallelism':-1,'template':{'spec':{'restartPolicy':'Never'," + POD + "}}}}"
                + " | spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
        "Job | {'spec':{'completions':-2,'template':{'spec':{'restartPolicy':'Never'," + POD + "}}}}"
                + " | spec.completions: Invalid value: -2: must be greater than or equal to 0",
        "Service | {'spec':{'ports':[{'port':80,'targetPort':70000}]}}"
                + " | spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
        "Service | {'spec':{'ports':[{'port':80,'targetPort':'HTTP'}]}}"
                + " | [spec.ports[0].targetPort: Invalid value: \"HTTP\": must contain only alpha-numeric characters"
                + " (a-z, 0-9), and hyphens (-), spec.ports[0].targetPort: Invalid value: \"HTTP\": must contain at"
                + " least one letter (a-z)]",
        "PersistentVolumeClaim | {'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'0'}}}}"
                + " | spec.resources[storage]: Invalid value: \"0\": must be greater than zero",
        "ResourceQuota | {'spec':{'hard':{'nvidia.com/gpu':'500m'}}}"
                + " | spec.hard[nvidia.com/gpu]: Invalid value: \"500m\": must be an integer",
        "LimitRange | {'spec':{'limits':[{'type':'Pod','min':{'cpu':'2'},'max':{'cpu':'1'}}]}}"
                + " | spec.limits[0].min[cpu]: Invalid value: \"2\": min value 2 is greater than max value 1",
        "LimitRange | {'spec':{'limits':[{'type':'Pod','default':{'cpu':'1'}}]}}"
                + " | spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
        "PodDisruptionBudget | {'spec':{'minAvailable':'120%'}}"
                + " | spec.minAvailable: Invalid value: \"120%\": must not be greater than 100%",
        "ConfigMap | {'data':{'a/b':'c'}} | data[a/b]: Invalid value: \"a/b\": a valid config key must consist of"
                + " alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used"
                + " for validation is '[-._a-zA-Z0-9]+')",
        "PriorityClass | {'value':2000000000}"
                + " | value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
        "Service | {'spec':{'ports':[{'port':70000}]}}"
                + " | [spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive,"
                + " spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive]",
        "ResourceClaim | {'spec':{'devices':{'requests':[{'name':'a'}]}}} | spec.devices.requests[0]: Required value:"
                + " exactly one of `exactly` or `firstAvailable` is required",
        "ResourceSlice | {'spec':{'driver':'d','pool':{'name':'p','resourceSliceCount':1}}}"
                + " | spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`,"
                + " `perDeviceNodeSelection` is required"})
    void aNewObjectIsRefused(String kind, String body, String reason) {
        var object = json(body);
        object.withObject("/metadata").put("name", "x");
        var schema = kind(kind);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> rules.create(request(schema, ""), object, List.of(), BIRTH));
        var group = schema.group().isEmpty() ? "" : "." + schema.group();
        assertThat(error).hasMessage("%s%s \"x\" is invalid: %s".formatted(kind, group, reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Deployment | {'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b','c':'d'}},"
                + "'spec':{" + POD + "}}}} | {'spec':{'selector':{'matchLabels':{'c':'d'}}}}"
                + " | spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\",\"c\":\"d\"}}: field is immutable",
        "StatefulSet | {'spec':{'serviceName':'s','selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':"
                + "{'a':'b'}},'spec':{" + POD + "}}}} | {'spec':{'serviceName':'t'}}"
                + " | spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
                + " are forbidden",
        "Pod | {'spec':{" + POD + "}} | {'spec':{'containers':[{'name':'a','image':'i'},{'name':'b','image':'j'}]}}"
                + " | spec.containers: Forbidden: pod updates may not add or remove containers",
        "Pod | {'spec':{'activeDeadlineSeconds':5," + POD + "}} | {'spec':{'activeDeadlineSeconds':9}}"
                + " | spec.activeDeadlineSeconds: Invalid value: 9: must be less than or equal to previous value",
        "PriorityClass | {'value':5} | {'value':6} | value: Forbidden: may not be changed in an update.",
        "ConfigMap | {'immutable':true,'data':{'a':'1'}} | {'data':{'a':'2'}}"
                + " | data: Forbidden: field is immutable when `immutable` is set",
        "Secret | {'type':'a'} | {'type':'b'} | type: Invalid value: \"b\": field is immutable",
        "RoleBinding | {'roleRef':{'kind':'Role','name':'a'}} | {'roleRef':{'name':'b'}} | roleRef: Invalid value:"
                + " {\"kind\":\"Role\",\"name\":\"b\",\"apiGroup\":\"rbac.authorization.k8s.io\"}: cannot change roleRef",
        "Node | {'spec':{'providerID':'a'}} | {'spec':{'providerID':'b'}} | spec.providerID: Forbidden: node updates may not"
                + " change providerID except from \"\" to valid"})
    void aChangeIsRefused(String kind, String body, String patch, String reason) throws SimulatedApiException {
        var schema = kind(kind);
        var stored = stored(schema, body);
        var error = catchThrowableOfType(SimulatedApiException.class, () -> rules.patch(request(schema, "x"), stored,
                SimulatedObjectPatch.of(PatchKind.MERGE, json(patch)), BIRTH.at()));
        assertThat(error.getMessage()).endsWith(reason);
        assertThat(error.code()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Pod | {'spec':{" + POD + "}} | {'spec':{'tolerations':[{'operator':'Exists'}]}} | false",
        "Pod | {'spec':{'activeDeadlineSeconds':5," + POD + "}} | {'spec':{'activeDeadlineSeconds':3}} | true",
        "Pod | {'spec':{'schedulingGates':[{'name':'a'}]," + POD + "}} | {'spec':{'schedulingGates':null}} | true",
        "Pod | {'spec':{'schedulingGates':[{'name':'a'}]," + POD + "}} | {'spec':{'nodeSelector':{'a':'b'}}} | true",
        "Pod | {'spec':{" + POD + "}} | {'spec':{'schedulingGates':[{'name':'a'}]}} | false",
        "Deployment | {'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{"
                + POD + "}}}} | {'spec':{'replicas':3}} | true",
        "Job | {'spec':{'suspend':true,'template':{'spec':{'restartPolicy':'Never'," + POD + "}}}}"
                + " | {'spec':{'template':{'spec':{'nodeSelector':{'a':'b'}}}}} | true",
        "Job | {'spec':{'template':{'spec':{'restartPolicy':'Never'," + POD + "}}}}"
                + " | {'spec':{'template':{'spec':{'nodeSelector':{'a':'b'}}}}} | false",
        "Job | {'spec':{'template':{'spec':{'restartPolicy':'Never'," + POD
                + "}}}} | {'spec':{'parallelism':0}} | true"})
    void someThingsMayChange(String kind, String body, String patch, boolean allowed) throws SimulatedApiException {
        var schema = kind(kind);
        var stored = stored(schema, body);
        var error = catchThrowableOfType(SimulatedApiException.class, () -> rules.patch(request(schema, "x"), stored,
                SimulatedObjectPatch.of(PatchKind.MERGE, json(patch)), BIRTH.at()));
        assertThat(error == null).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "device.driver == (1 | 1:20: Syntax error: missing ')' at '<EOF>'",
        "device.attributes['gpu.nvidia.com'].type == 'gpu | 1:45: Syntax error: token recognition error at: ''gpu'",
        "device.driver == 'device.nope' | ``", "device.attributes[\"a.b\"].nope.isGreaterThan(semver('1.0.0')) | ``",
        "device.capacity['x'].memory.compareTo(quantity('10Gi')) >= 0 && (true)) | 1:71: Syntax error: extraneous input ')'"
                + " expecting <EOF>",
        "mydevice.nope | 1:1: undeclared reference to 'mydevice' (in container '')",
        "true && device . nope | 1:16: undefined field 'nope'"})
    void anExpressionThatSelectsDevicesIsRead(String expression, String fault) {
        var body = json("{'metadata':{'name':'x'},'spec':{'selectors':[{'cel':{}}]}}");
        ((ObjectNode) body.at("/spec/selectors/0/cel")).put("expression", expression);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> rules.create(request(kind("DeviceClass"), ""), body, List.of(), BIRTH));
        if (fault.isEmpty()) {
            assertThat(error).isNull();
        } else {
            assertThat(error.getMessage())
                    .contains("compilation failed: ERROR: <input>:" + fault + "\n | " + expression);
        }
    }

    @Test
    void aTolerationMayBeAddedToAPod() throws SimulatedApiException {
        var schema = kind("Pod");
        var stored = stored(schema, "{'spec':{" + POD + "}}");
        var more = stored.deepCopy();
        more.withArray("/spec/tolerations").addObject().put("key", "nvidia.com/gpu").put("operator", "Exists");
        var written = rules.update(request(schema, "x"), stored, more, List.of(), BIRTH.at());
        assertThat(written.object().at("/spec/tolerations")).hasSize(3);
        assertThat(written.object().at("/metadata/generation").asInt()).isEqualTo(2);
    }

    private ObjectNode stored(SimulatedKindSchema schema, String body) throws SimulatedApiException {
        var object = json(body);
        object.withObject("/metadata").put("name", "x");
        var stored = rules.create(request(schema, ""), object, List.of(), BIRTH).object().deepCopy();
        stored.withObject("/metadata").put("resourceVersion", "7");
        return stored;
    }

    private static SimulatedApiWriteRequest request(SimulatedKindSchema schema, String name) {
        return new SimulatedApiWriteRequest(schema, schema.namespaced() ? "ns" : "", name, "", "m",
                SimulatedFieldValidationMode.STRICT);
    }

    private static SimulatedKindSchema kind(String kind) {
        return SimulatedKindSchema.findBuiltIn(kind).orElseThrow();
    }
}
