package tessera.kube.scheduling;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

class ContainerHostPortTest {

    @Test
    void portsOfContainersAndSidecarsAreTaken() {
        assertThat(ContainerHostPort.readPorts(Yaml.of("""
                containers:
                - ports: [{hostPort: 9400}, {containerPort: 80}, {hostPort: 53, protocol: UDP, hostIP: 10.0.0.1}]
                initContainers:
                - {restartPolicy: Always, ports: [{hostPort: 22}]}
                - {ports: [{hostPort: 23}]}
                """))).containsExactly(new ContainerHostPort("0.0.0.0", "TCP", 9400),
                new ContainerHostPort("10.0.0.1", "UDP", 53), new ContainerHostPort("0.0.0.0", "TCP", 22));
    }

    @ParameterizedTest
    @CsvSource(value = {"0.0.0.0, TCP, 80, true", "10.0.0.1, TCP, 80, true", "10.0.0.2, TCP, 80, false",
        "0.0.0.0, UDP, 80, false", "0.0.0.0, TCP, 81, false"})
    void portsConflictByAddressProtocolAndNumber(String address, String protocol, int port, boolean conflicts) {
        var one = new ContainerHostPort("10.0.0.1", "TCP", 80);
        var other = new ContainerHostPort(address, protocol, port);

        assertThat(one.conflictsWith(other)).isEqualTo(conflicts);
        assertThat(other.conflictsWith(one)).isEqualTo(conflicts);
        assertThat(one.portText()).isEqualTo("80/TCP");
    }
}
