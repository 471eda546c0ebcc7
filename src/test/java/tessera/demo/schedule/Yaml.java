package tessera.demo.schedule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.UncheckedIOException;

/** Objects written down as YAML, as a reader of the tests knows them. */
public final class Yaml {

    private static final ObjectMapper MAPPER = new ObjectMapper(new YAMLFactory());

    private Yaml() {}

    public static ObjectNode of(String text) {
        try {
            return (ObjectNode) MAPPER.readTree(text);
        } catch (JsonProcessingException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A node with 96 cores, 512 GiB, 110 pods and so many GPUs. */
    static ObjectNode node(String name, int gpus) {
        return of("""
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
                spec: {}
                status: {allocatable: {cpu: '96', memory: 512Gi, pods: '110', nvidia.com/gpu: '%d'}}
                """.formatted(name, name, gpus));
    }

    /** A pod whose only container asks for so many GPUs, with more lines for its spec. */
    static ObjectNode pod(String name, int gpus, String spec) {
        var pod = of("""
                metadata: {namespace: team, name: %s, uid: uid-%s, labels: {app: %s}}
                """.formatted(name, name, name.replaceAll("-\\d+$", "")));
        var body = spec.isEmpty() ? pod.objectNode() : of(spec);
        body.putArray("containers").addObject().putObject("resources").putObject("requests").put("nvidia.com/gpu",
                Integer.toString(gpus));
        pod.set("spec", body);
        return pod;
    }
}
