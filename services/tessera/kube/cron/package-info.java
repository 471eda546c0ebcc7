/** The schedules of CronJobs. */
@NullMarked
package tessera.kube.cron;

import org.jspecify.annotations.NullMarked;
