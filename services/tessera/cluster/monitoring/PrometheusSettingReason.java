package tessera.cluster.monitoring;

import tessera.text.Reason;

/** A reason why the settings of a Prometheus cannot be used. Fields never hold its address, which may contain a password. */
public sealed interface PrometheusSettingReason extends Reason {

    /** The address is none. */
    record PrometheusAddressInvalid() implements PrometheusSettingReason {}

    /** The address contains a user name or password. */
    record PrometheusAddressWithLogin() implements PrometheusSettingReason {}

    /** The address has a query or fragment. */
    record PrometheusAddressWithQuery() implements PrometheusSettingReason {}

    /** The token does not fit into a header. */
    record PrometheusTokenInvalid() implements PrometheusSettingReason {}
}
