package tessera.kube.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the rows of the table fill in. */
class FieldDefaultsTest {

    private static final FieldDefaults TABLE = new FieldDefaults(KindTable.builtIn());

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"HTTPGetAction | {'port':80} | {'port':80,'path':'/','scheme':'HTTP'}",
        "HTTPGetAction | {'path':'/x','scheme':'HTTPS'} | {'path':'/x','scheme':'HTTPS'}",
        "RollingUpdateDeployment | {} | {'maxSurge':'25%','maxUnavailable':'25%'}",
        "RollingUpdateDaemonSet | {} | {'maxSurge':0,'maxUnavailable':1}",
        "RoleRef | {'apiGroup':'','kind':'Role','name':'r'}"
                + " | {'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'r'}",
        "Container | {'ports':[{'containerPort':80}],'livenessProbe':{'grpc':{}}} | {'terminationMessagePath':"
                + "'/dev/termination-log','terminationMessagePolicy':'File','ports':[{'containerPort':80,'protocol':'TCP'}],"
                + "'livenessProbe':{'grpc':{'service':''},'timeoutSeconds':1,'periodSeconds':10,'successThreshold':1,"
                + "'failureThreshold':3}}",
        "CronJobSpec | {'suspend':true} | {'suspend':true,'concurrencyPolicy':'Allow','successfulJobsHistoryLimit':3,"
                + "'failedJobsHistoryLimit':1}",
        "ConfigMap | {'data':{}} | {'data':{}}"})
    void aFieldLeftOutIsFilledInWhereSomethingHoldsIt(String type, String json, String expected)
            throws JsonProcessingException {
        var value = tree(json);
        TABLE.fill(type, value);
        assertThat(value).isEqualTo(tree(expected));
    }

    private static ObjectNode tree(String json) throws JsonProcessingException {
        return (ObjectNode) JsonMapper.builder().build().readTree(json.replace('\'', '"'));
    }
}
