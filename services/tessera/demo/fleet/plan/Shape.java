package tessera.demo.fleet.plan;

import java.util.List;
import java.util.Map;

/**
 * What a container looks like.
 *
 * @param cpu    cores for each accelerator, or for the pod when it asks for none
 * @param memory likewise, in GiB
 * @param role   what it does: {@code training}, {@code inference}, {@code notebook}, {@code batch}, {@code service},
 *               {@code system}
 * @param port   0 for none
 * @param portName    what its port is called; empty for nothing
 * @param servicePort what a Service calls it; empty for the usual
 * @param probe  path that tells whether it is ready; empty for none
 * @param shm    shared memory, in GiB; 0 for the runtime's default
 * @param rdma   whether it asks for a network card of its own
 * @param init   names of init containers
 */
public record Shape(String image, double cpu, double memory, String role, String container, List<String> command,
        int port, String portName, String servicePort, String probe, int shm, Map<String, String> env, boolean rdma,
        List<String> init) {

    public Shape {
        command = command == null ? List.of() : command;
        portName = portName == null ? "" : portName;
        servicePort = servicePort == null ? role.equals("system") ? "web" : "http" : servicePort;
        probe = probe == null ? "" : probe;
        env = env == null ? Map.of() : env;
        init = init == null ? List.of() : init;
    }
}
