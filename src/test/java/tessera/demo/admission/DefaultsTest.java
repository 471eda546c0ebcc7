package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.MissingNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.demo.patch.Recording.json;

/** What the server fills in by the kind alone, beyond what the recordings show. */
class DefaultsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Pod | {'spec':{'containers':[{'image':'a'}]}} | /spec/containers/0/imagePullPolicy | 'Always'",
        "Pod | {'spec':{'containers':[{'image':'a:latest'}]}} | /spec/containers/0/imagePullPolicy | 'Always'",
        "Pod | {'spec':{'containers':[{'image':'host:5000/a'}]}} | /spec/containers/0/imagePullPolicy | 'Always'",
        "Pod | {'spec':{'containers':[{'image':'a@sha256:0'}]}} | /spec/containers/0/imagePullPolicy | 'IfNotPresent'",
        "Pod | {'spec':{'serviceAccount':'x'}} | /spec/serviceAccountName | 'x'",
        "Pod | {'spec':{'volumes':[{'name':'v'}]}} | /spec/volumes/0 | {'name':'v','emptyDir':{}}",
        "Pod | {'spec':{'volumes':[{'name':'v','secret':{'secretName':'s'}}]}} | /spec/volumes/0/secret/defaultMode | 420",
        "Pod | {'spec':{'containers':[{'livenessProbe':{'httpGet':{'port':80}}}]}} | /spec/containers/0/livenessProbe"
                + " | {'httpGet':{'port':80,'path':'/','scheme':'HTTP'},'timeoutSeconds':1,'periodSeconds':10,"
                + "'successThreshold':1,'failureThreshold':3}",
        "Pod | {'spec':{'hostNetwork':true,'containers':[{'ports':[{'containerPort':9400}]}]}}"
                + " | /spec/containers/0/ports/0 | {'containerPort':9400,'protocol':'TCP','hostPort':9400}",
        "Pod | {'spec':{'resources':{'limits':{'cpu':'2'}},'containers':[{'name':'a'}]}} | /spec/resources/requests"
                + " | {'cpu':'2'}",
        "Pod | {'spec':{'resources':{'limits':{'cpu':'4','hugepages-2Mi':'4Mi'}},'initContainers':[{'name':'i',"
                + "'resources':{'requests':{'cpu':'3','memory':'1Gi'}}},{'name':'s','restartPolicy':'Always',"
                + "'resources':{'requests':{'cpu':'1'}}}],'containers':[{'name':'a','resources':{'limits':{'cpu':'1',"
                + "'hugepages-2Mi':'2Mi'}}}]}} | /spec/resources/requests"
                + " | {'cpu':'3','hugepages-2Mi':'4Mi','memory':'1Gi'}",
        "Pod | {'spec':{'resources':{'requests':{'cpu':'4'}},'containers':[{'name':'a','resources':{'requests':"
                + "{'memory':'1Gi'}}}]}} | /spec/resources/requests | {'cpu':'4'}",
        "StatefulSet | {'spec':{'volumeClaimTemplates':[{'metadata':{'name':'d'}}]}} | /spec/volumeClaimTemplates/0/kind"
                + " | 'PersistentVolumeClaim'",
        "StatefulSet | {} | /spec/updateStrategy | {'type':'RollingUpdate','rollingUpdate':{'partition':0}}",
        "Job | {'spec':{'parallelism':3}} | /spec/completions | ``", "Job | {} | /spec/completions | 1",
        "Job | {} | /spec/backoffLimit | 6", "CronJob | {} | /spec/successfulJobsHistoryLimit | 3",
        "Service | {'spec':{'ports':[{'port':80}]}} | /spec/ports/0 | {'port':80,'protocol':'TCP','targetPort':80}",
        "Service | {'spec':{'type':'LoadBalancer'}} | /spec/allocateLoadBalancerNodePorts | true",
        "Secret | {'stringData':{'a':'b'}} | /data | {'a':'Yg=='}",
        "Secret | {'stringData':{'a':'b'}} | /stringData | ``",
        "Namespace | {'metadata':{'name':'n'}} | /metadata/labels | {'kubernetes.io/metadata.name':'n'}",
        "Node | {'status':{'capacity':{'cpu':'8'}}} | /status/allocatable | {'cpu':'8'}",
        "Node | {'status':{'capacity':{'cpu':'8'},'allocatable':{'memory':'1Gi'}}} | /status/allocatable"
                + " | {'memory':'1Gi'}",
        "LimitRange | {'spec':{'limits':[{'type':'Pod','max':{'cpu':'1'}}]}} | /spec/limits/0/default | ``",
        "RoleBinding | {'roleRef':{'kind':'Role','name':'r'},'subjects':[{'kind':'User','name':'u'}]} | /subjects/0/apiGroup"
                + " | 'rbac.authorization.k8s.io'",
        "NetworkPolicy | {'spec':{'egress':[{}]}} | /spec/policyTypes | ['Ingress','Egress']",
        "ResourceClaim | {'spec':{'devices':{'requests':[{'name':'a','exactly':{'allocationMode':'All'}}]}}}"
                + " | /spec/devices/requests/0/exactly/count | ``",
        "StorageClass | {} | /volumeBindingMode | 'Immediate'",
        "PersistentVolumeClaim | {} | /status/phase | 'Pending'"})
    void aFieldLeftOutGetsItsDefault(String kind, String body, String pointer, String expected)
            throws SimulatedApiException {
        var schema = SimulatedKindSchema.findBuiltIn(kind).orElseThrow();
        var decoded = SimulatedRequestBodyDecoder.decode(schema, json(body)).object();
        var untouched = decoded.deepCopy();
        var result = SimulatedObjectDefaulter.apply(schema, decoded);
        assertThat(result.at(pointer)).isEqualTo(
                expected.isEmpty() ? MissingNode.getInstance() : json("{'value':" + expected + "}").path("value"));
        assertThat(decoded).isEqualTo(untouched);
        assertThat(SimulatedObjectDefaulter.apply(schema, result)).isEqualTo(result);
    }
}
